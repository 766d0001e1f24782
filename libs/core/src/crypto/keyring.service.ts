import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Keyring } from './keyring.js';

/** Keeps derived keys by value (secrets and salt), so that no request derives one again. */
@Injectable()
export class KeyringService {
  private readonly keyrings = new LRUCache<string, Keyring>({ max: 500 });
  private last: { secrets: readonly string[]; salt: string; keyring: Keyring } | undefined;

  /**
   * @param secrets - newest first; a list that nobody changes
   * @param salt - names the purpose: a cookie name, or e.g. `encodedState`
   */
  get(secrets: readonly string[], salt: string): Keyring {
    // Mostly one list asks for one purpose, and joining it would cost more than all the rest.
    if (this.last?.secrets === secrets && this.last.salt === salt) return this.last.keyring;
    const keyring = this.find(secrets, salt);
    this.last = { secrets, salt, keyring };
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
