// Registered after `test/support/typescript.mjs`, so that these hooks receive its output.
import { register } from 'node:module';

register('./instrument-hooks.mjs', import.meta.url);
