import { Injectable } from '@nestjs/common';
import { SealedCookieService } from '../exchange/sealed-cookie.service.js';
import type { SessionContext } from '../exchange/session-context.js';

/**
 * Sign-ins under way that come back by a post of another site, which brings no stateless session:
 * they take the word of their own cookie for who is signed in. So they end when somebody else is.
 * @see wire contract CK-5; security bar C13
 */
@Injectable()
export class BlindAttemptsService {
  constructor(private readonly sealed: SealedCookieService) {}

  /** @param userId - who is signed in from now on; undefined for nobody */
  endUnlessOf(ctx: SessionContext, userId: string | undefined): void {
    const { name, options } = ctx.cookieDefinitions.state;
    const ended = this.sealed
      .newest(ctx, name)
      // What is not one of ours, or stands behind many others, was planted.
      .filter(
        ({ claims }) => !claims || (claims['blind'] === true && claims['startedBy'] !== userId),
      )
      .map((attempt) => attempt.name);
    ctx.cookies.deleteAll({ name, options: { ...options, sameSite: 'none', secure: true } }, ended);
  }
}
