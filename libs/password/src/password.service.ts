import {
  type AdapterUser,
  AuthError,
  type PlatformRequest,
  type PlatformResponse,
} from '@authnest/core';
import {
  AuthConfigService,
  AuthContextService,
  ChallengesService,
  MailerService,
  mailSubject,
  normalizeEmail,
  type ResolvedAuthConfig,
  type SessionContext,
  UserSessionsService,
  userOfAddress,
} from '@authnest/core/feature';
import { Injectable, NotFoundException } from '@nestjs/common';
import {
  type ImportedHash,
  type ImportOptions,
  importPasswords,
  type ImportReport,
} from './import/import-passwords.js';
import { sendMail } from './mails.js';
import { type NewPassword, OwnPasswordService } from './own-password.service.js';
import { type Registering, resetSubject, type Resetting } from './registering.js';
import { requireSettings } from './settings.js';
import { adapterOf, storeOf } from './store/store-of.js';

/** Passwords for handlers of the application, for administrators and imports. */
@Injectable()
export class PasswordService {
  constructor(
    private readonly configs: AuthConfigService,
    private readonly contexts: AuthContextService,
    private readonly challenges: ChallengesService,
    private readonly sessions: UserSessionsService,
    private readonly mailer: MailerService,
    private readonly own: OwnPasswordService,
  ) {}

  /**
   * Sets the password of the signed-in user: the first one, or another one. The session of the
   * request goes on under a new value, all others end, and the user gets a mail.
   * @throws {UnauthorizedException} if nobody is signed in, or the session ended meanwhile
   * @throws {BadRequestException} with `error`: `CredentialsSignin` if `current` is wrong, or
   * `WeakPassword` and a `code` if `password` is refused
   * @throws {ForbiddenException} with the `url` of `reauthenticate`, if there is no password yet and
   * the session is not fresh
   * @throws {RateLimited} after too many wrong passwords
   */
  set(request: PlatformRequest, response: PlatformResponse, given: NewPassword): Promise<void> {
    return this.own.set(request, response, given);
  }

  /**
   * Removes the password of the signed-in user. The session of the request goes on under a new
   * value, all others end, and the user gets a mail.
   * @param response - required for a stateless session, which continues in a new cookie
   * @throws {UnauthorizedException} if nobody is signed in, or the session ended meanwhile
   * @throws {NotFoundException} if there is no password
   * @throws {ForbiddenException} with the `url` of `reauthenticate`, if the session is not fresh
   * @throws {LastWayIn} if it is the only way to sign in
   */
  remove(request: PlatformRequest, response?: PlatformResponse): Promise<void> {
    return this.own.remove(request, response);
  }

  /**
   * Removes the password of a user, ends all sessions, and mails the user a link to set another one.
   * Neither administrators nor people who know the old password can choose the new one.
   * @param request - of the administrator
   * @throws {NotFoundException} if there is no such user
   */
  async requireReset(request: PlatformRequest, userId: string): Promise<void> {
    const ctx = await this.contexts.openRoute(request);
    const { config, logger } = ctx;
    const user = await adapterOf(config).getUser(userId);
    if (!user) throw new NotFoundException('there is no such user');
    this.mailer.assertOrigin(ctx);
    // First, or a link from before could set one after the last removal.
    await this.challenges.end(ctx, resetSubject(user.email), 'reset');
    await storeOf(config).remove(userId);
    // A removal by the person that is undone at this moment may bring it back.
    do await this.sessions.endAccess({ config, logger, userId, isStored: true });
    while (await storeOf(config).remove(userId));
    logger.info('password reset required', { userId });
    await this.mailReset(ctx, user);
  }

  /**
   * Mails a link with which the person chooses a password, and becomes a user. For an address that
   * has a user it is a link to set a password.
   * @param request - of the person who invites
   * @param fields - of registration, such as a name; for those that are given, nobody asks the person
   * @throws {AuthError} if `email` is not an address
   */
  async invite(
    request: PlatformRequest,
    { email, fields = {} }: { email: string; fields?: Readonly<Record<string, string>> },
  ): Promise<void> {
    const ctx = await this.contexts.openRoute(request);
    const address = normalizeEmail(email);
    if (address === null) throw new AuthError('PasswordService.invite: `email` is not an address');
    this.mailer.assertOrigin(ctx);
    const user = await userOfAddress(adapterOf(ctx.config), address);
    if (user) return this.mailReset(ctx, user);
    const { token, expires } = await this.challenges.issue<Registering>(ctx, {
      purpose: 'register',
      subject: mailSubject(address),
      data: { email: address, fields },
      life: requireSettings(ctx.config).registerMaxAge,
      to: 'link',
    });
    sendMail(ctx, this.mailer, 'invite', { to: address, path: 'password/confirm', token, expires });
  }

  /**
   * Stores a hash that another application wrote, for a user without a password. It is replaced at
   * the first right password.
   * @throws {AuthError} if no format in `verifies` reads it, or the user has a password already
   */
  async import(userId: string, hash: string, options: ImportOptions = {}): Promise<void> {
    const { imported, unreadable, unknown } = await this.importAll([{ userId, hash }], options);
    if (imported === 1) return;
    if (unreadable.length > 0) {
      throw new AuthError('PasswordService.import: no format in `verifies` reads this hash');
    }
    const [what] = unknown.length > 0 ? ['there is no such user'] : ['the user has a password'];
    throw new AuthError(`PasswordService.import: ${what}`);
  }

  /** Stores many hashes like {@link import}, several at a time; what it cannot store it reports. */
  async importAll(
    rows: Iterable<ImportedHash> | AsyncIterable<ImportedHash>,
    { dryRun = false, request }: ImportOptions = {},
  ): Promise<ImportReport> {
    const config = request ? (await this.contexts.openRoute(request)).config : this.static();
    return importPasswords(config, rows, dryRun);
  }

  private async mailReset(ctx: SessionContext, user: AdapterUser): Promise<void> {
    const subject = resetSubject(user.email);
    await this.challenges.end(ctx, subject, 'reset');
    const { token, expires } = await this.challenges.issue<Resetting>(ctx, {
      purpose: 'reset',
      subject,
      data: { email: user.email, userId: user.id },
      life: requireSettings(ctx.config).resetMaxAge,
      to: 'link',
    });
    const path = 'password/reset';
    sendMail(ctx, this.mailer, 'reset', { to: user.email, path, token, expires, user });
  }

  private static(): ResolvedAuthConfig {
    const { static: config } = this.configs;
    if (config) return config;
    throw new AuthError(
      'PasswordService: the configuration is a function of the request; pass `{ request }` too',
    );
  }
}
