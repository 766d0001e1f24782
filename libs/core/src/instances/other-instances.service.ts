import { Injectable } from '@nestjs/common';
import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import type { Keyring } from '../crypto/keyring.js';
import { isSealedElsewhere } from '../crypto/sealed-elsewhere.js';
import { OwnSessions } from './own-sessions.js';

/** Codes of what is wrong between instances; `nest-auth-logger.ts` has their texts. */
type Mismatch = 'clock-behind' | 'limits-per-instance' | 'unknown-secret' | 'unnamed-session';

type Config = Pick<ResolvedAuthConfig, 'logger' | 'limits' | 'realm'>;

const HOUR_MS = 60 * 60 * 1000;

/**
 * Reports that another instance is set up differently, as far as its cookies and sessions show it.
 * Strangers can forge some of that, so each line comes at most once an hour, holds nothing of the
 * request, and changes no response.
 * @see docs/deployment.md, When instances do not agree; docs/design/security-bar.md D25
 */
@Injectable()
export class OtherInstancesService {
  private readonly reported = new Map<Mismatch, number>();
  private readonly own = new OwnSessions();
  private readonly startedAt = Date.now();

  /** A cookie could not be opened. It may belong to another realm, which is not a mistake. */
  couldNotOpen(config: Config, token: string, keyring: Keyring): void {
    if (config.realm === '' && isSealedElsewhere(token, keyring)) this.unknownSecret(config);
  }

  /** A value has our format, but was made with none of the secrets of this instance. */
  unknownSecret(config: Config): void {
    if (config.realm === '') this.report(config, 'unknown-secret');
  }

  /** Something that was sealed or stored with our secrets comes from the future. */
  clockIsBehind(config: Config): void {
    this.report(config, 'clock-behind');
  }

  /** A stateless session without a name, where all that begin here have one. @param issued - seconds */
  isUnnamed(config: Config, issued: number | undefined): void {
    if (issued !== undefined && issued * 1000 > this.startedAt) {
      this.report(config, 'unnamed-session');
    }
  }

  /** A stored session begins here. */
  issued(token: string): void {
    this.own.add(token);
  }

  /**
   * A stored session was read. A stateless one proves nothing: the Auth.js of a front end may have
   * issued it. @param began - milliseconds since the epoch, by the instance that stored it
   */
  wasRead(config: Config, token: string, began: number): void {
    const { limits } = config;
    if (!limits || limits.store || !this.own.isFromElsewhere(token, began)) return;
    this.report(config, 'limits-per-instance');
  }

  private report({ logger }: Config, code: Mismatch): void {
    const now = performance.now();
    const last = this.reported.get(code);
    if (last !== undefined && now - last < HOUR_MS) return;
    this.reported.set(code, now);
    logger.warn(code);
  }
}
