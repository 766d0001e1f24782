// RSA keys for the providers in tests: generating one takes 150 ms, and a run starts a thousand
// providers. So the keys are generated once, and `spare-rsa-keys.mjs` hands them out.
import { webcrypto } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundlesOf } from './bundle-cache.mjs';

/** More keys than a test uses at a time. */
const COUNT = 48;
const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};

/** @returns the path of a JSON file with a list of `{ pkcs8, spki }` in base64 */
export async function rsaKeys() {
  const folder = await bundlesOf('rsa-keys', {
    files: ['test/support/bundles/rsa-keys.mjs'],
    words: [],
    make: async (dir) => {
      const keys = await Promise.all(Array.from({ length: COUNT }, makeKey));
      await writeFile(join(dir, 'keys.json'), JSON.stringify(keys));
    },
  });
  return join(folder, 'keys.json');
}

async function makeKey() {
  const { subtle } = webcrypto;
  const { privateKey, publicKey } = await subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const pkcs8 = Buffer.from(await subtle.exportKey('pkcs8', privateKey));
  const spki = Buffer.from(await subtle.exportKey('spki', publicKey));
  return { pkcs8: pkcs8.toString('base64'), spki: spki.toString('base64') };
}
