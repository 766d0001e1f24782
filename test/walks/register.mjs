// Registered after `test/support/typescript.mjs`, so that these hooks get what those have made.
import { register } from 'node:module';

register('./instrument-hooks.mjs', import.meta.url);
