// Uses RSA keys that were generated before the run (`bundles/rsa-keys.mjs`) instead of new ones. A
// key is used again only after all others, when the provider that used it has long been closed.
import { readFileSync } from 'node:fs';
import { webcrypto } from 'node:crypto';

const KEY = Symbol.for('authnest.spare-rsa-keys');
const PRIVATE = ['sign', 'decrypt', 'unwrapKey'];
const { prototype } = webcrypto.subtle.constructor;

// Kept on the class, which all suites in a process share.
prototype[KEY] ??= dealOut(process.env.AUTHNEST_TEST_RSA_KEYS);

function dealOut(file) {
  const generate = prototype.generateKey;
  let keys;
  let dealt = 0;
  prototype.generateKey = async function generateKey(algorithm, extractable, usages) {
    if (algorithm.modulusLength !== 2048) return generate.apply(this, arguments);
    keys ??= JSON.parse(readFileSync(file, 'utf8'));
    const { pkcs8, spki } = keys[dealt++ % keys.length];
    const [own, others] = [true, false].map((is) =>
      usages.filter((usage) => PRIVATE.includes(usage) === is),
    );
    return {
      privateKey: await this.importKey(
        'pkcs8',
        Buffer.from(pkcs8, 'base64'),
        algorithm,
        extractable,
        own,
      ),
      publicKey: await this.importKey('spki', Buffer.from(spki, 'base64'), algorithm, true, others),
    };
  };
  return true;
}
