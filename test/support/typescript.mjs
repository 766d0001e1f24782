// `node --import ./test/support/typescript.mjs script.ts` runs a script as Jest would.
import { register } from 'node:module';
import 'reflect-metadata';

register('./typescript-hooks.mjs', import.meta.url);
