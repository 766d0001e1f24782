import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Keyring } from './keyring.js';

/** Caches derived keys by secrets and salt, so that no request derives one again. */
@Injectable()
export class KeyringService {
  private readonly keyrings = new LRUCache<string, Keyring>({ max: 500 });
  /** The same, by list object: joining the secrets would cost more than the rest of the look-up. */
  private readonly byList = new WeakMap<readonly string[], Map<string, Keyring>>();

  /**
   * @param secrets - newest first; must not be changed later
   * @param salt - the purpose: a cookie name, or e.g. `encodedState`
   */
  get(secrets: readonly string[], salt: string): Keyring {
    const known = this.byList.get(secrets);
    const keyring = known?.get(salt) ?? this.find(secrets, salt);
    if (!known) this.byList.set(secrets, new Map([[salt, keyring]]));
    else if (!known.has(salt)) known.set(salt, keyring);
    return keyring;
  }

  private find(secrets: readonly string[], salt: string): Keyring {
    const id = `${salt}\0${secrets.join('\0')}`;
    const known = this.keyrings.get(id);
    if (known) return known;
    const keyring = new Keyring(secrets, salt);
    this.keyrings.set(id, keyring);
    return keyring;
  }
}
