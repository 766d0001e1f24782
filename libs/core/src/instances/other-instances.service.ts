import { Injectable } from '@nestjs/common';
import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import type { Keyring } from '../crypto/keyring.js';
import { isSealedElsewhere } from '../crypto/sealed-elsewhere.js';
import { OwnSessions } from './own-sessions.js';

/** Codes of differences between instances; the warnings are in `warning-texts.ts`. */
type Mismatch = 'clock-behind' | 'limits-per-instance' | 'unknown-secret' | 'unnamed-session';

type Config = Pick<ResolvedAuthConfig, 'logger' | 'limits' | 'realm'>;

const HOUR_MS = 60 * 60 * 1000;

/**
 * Reports that another instance is configured differently, as far as its cookies and sessions show.
 * Clients can forge some of these, so each line is logged at most once an hour, contains nothing
 * from the request, and does not affect the response.
 * @see docs/deployment.md, When instances do not agree; docs/design/security-bar.md D25
 */
@Injectable()
export class OtherInstancesService {
  private readonly reported = new Map<Mismatch, number>();
  private readonly own = new OwnSessions();
  private readonly startedAt = Date.now();

  /** Call if a cookie could not be opened. It may belong to another realm, which is no mistake. */
  couldNotOpen(config: Config, token: string, keyring: Keyring): void {
    if (config.realm === '' && isSealedElsewhere(token, keyring)) this.unknownSecret(config);
  }

  /** Call if a value has our format, but none of this instance's secrets was used to create it. */
  unknownSecret(config: Config): void {
    if (config.realm === '') this.report(config, 'unknown-secret');
  }

  /** Call if something was sealed or stored at a time in the future, by our clock. */
  clockIsBehind(config: Config): void {
    this.report(config, 'clock-behind');
  }

  /**
   * Call if a stateless session has no `sid`; sessions that begin here have one.
   * @param issued - in seconds since the epoch
   */
  isUnnamed(config: Config, issued: number | undefined): void {
    if (issued !== undefined && issued * 1000 > this.startedAt) {
      this.report(config, 'unnamed-session');
    }
  }

  /** Call when a stored session begins here. */
  issued(token: string): void {
    this.own.add(token);
  }

  /**
   * Call when a stored session was read. A stateless session would prove nothing, since Auth.js in
   * a front end may have issued it.
   * @param began - in milliseconds since the epoch, by the clock of the instance that stored it
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
