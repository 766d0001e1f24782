import { Injectable } from '@nestjs/common';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { publicSessionId } from './session-summary.js';
import type { SessionsEnd } from './sessions-end.js';

/** Tells what is open in this process which sessions have ended here. */
@Injectable()
export class SessionEndNotifierService {
  private readonly listeners = new Set<(ended: SessionsEnd) => void>();

  /** @returns a function that stops listening */
  listen(listener: (ended: SessionsEnd) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  tell({ realm }: ResolvedAuthConfig, ended: Omit<SessionsEnd, 'realm'>): void {
    for (const listener of this.listeners) listener({ ...ended, realm });
  }

  /**
   * Tells that a browser has ended its session.
   * @param key - in the store; undefined if the session has none that stays the same
   */
  tellKey(config: ResolvedAuthConfig, key: string | undefined, userId?: string): void {
    if (this.listeners.size === 0) return;
    const ids = key === undefined ? [] : [publicSessionId(key)];
    this.tell(config, { by: 'signed-out', ids, userId });
  }
}
