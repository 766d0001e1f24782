import {
  type AdapterUser,
  AuthError,
  type PlatformRequest,
  type PlatformResponse,
} from '@authnest/core';
import {
  type ActionContext,
  AuthContextService,
  CurrentSessionService,
  MailerService,
  refuseStale,
  WaysInService,
} from '@authnest/core/feature';
import {
  BadRequestException,
  Injectable,
  NotFoundException,
  UnauthorizedException,
} from '@nestjs/common';
import { ChosenPasswordsService } from './chosen-passwords.service.js';
import { orUndo } from './or-undo.js';
import { PasswordChangesService } from './password-changes.service.js';
import { PROVIDER } from './settings.js';
import type { StoredPassword } from './store/password-store.js';
import { restorePassword } from './store/restore-password.js';
import { adapterOf, storeOf } from './store/store-of.js';

/** What somebody typed who changes the own password, untrusted. */
export interface NewPassword {
  /** The present one; without one so far, the session must be fresh. */
  readonly current?: string;
  readonly password: string;
}

interface Owner {
  readonly ctx: ActionContext;
  readonly user: AdapterUser;
  readonly stored: StoredPassword | null;
}

/** What people do with their own password in handlers of the application. */
@Injectable()
export class OwnPasswordService {
  constructor(
    private readonly contexts: AuthContextService,
    private readonly sessions: CurrentSessionService,
    private readonly passwords: ChosenPasswordsService,
    private readonly changes: PasswordChangesService,
    private readonly ways: WaysInService,
    private readonly mailer: MailerService,
  ) {}

  async set(
    request: PlatformRequest,
    response: PlatformResponse,
    given: NewPassword,
  ): Promise<void> {
    const { ctx, user, stored } = await this.open(request);
    const [current, password] = [given.current, given.password].map(textOf);
    if (!stored) await refuseStale(ctx, () => this.sessions.assertFresh(ctx));
    else if (!(await this.changes.isCurrent(ctx, { user, stored }, current ?? ''))) {
      throw badRequest('CredentialsSignin', 'the current password is wrong');
    }
    const weak = await this.passwords.weakness(ctx, password ?? '', { ...user, stored });
    if (weak) throw badRequest('WeakPassword', 'the new password is refused', weak);
    this.mailer.assertOrigin(ctx);
    const hash = await this.passwords.hash(ctx, password ?? '');
    const isThere = await this.changes.change(ctx, { user, stored, due: false }, hash);
    if (!isThere) throw new UnauthorizedException();
    this.contexts.send(request, response, ctx.cookies.changed());
  }

  async remove(request: PlatformRequest, response?: PlatformResponse): Promise<void> {
    const { ctx, user, stored } = await this.open(request);
    const { config } = ctx;
    if (config.session.strategy === 'jwt' && response === undefined) {
      throw new AuthError(
        'PasswordService.remove: pass the response too; a stateless session continues in a new cookie',
      );
    }
    if (!stored) throw new NotFoundException('there is no password');
    await refuseStale(ctx, () => this.sessions.assertFresh(ctx));
    this.mailer.assertOrigin(ctx);
    const asker = { ctx, adapter: adapterOf(config), user };
    const restore = () => restorePassword(config, user, stored);
    await this.ways.remove(asker, {
      covers: ({ kind, name }) => kind === 'feature' && name === PROVIDER,
      remove: async () => {
        // Not the one that a reset has stored meanwhile, which has ended this session.
        const removing = Promise.resolve(storeOf(config).remove(user.id, stored.hash));
        if (!(await orUndo(removing, restore))) throw new UnauthorizedException();
      },
      restore,
    });
    if (!(await this.changes.removed(ctx, user, restore))) throw new UnauthorizedException();
    if (response) this.contexts.send(request, response, ctx.cookies.changed());
  }

  private async open(request: PlatformRequest): Promise<Owner> {
    const opened = await this.contexts.openRoute(request);
    const path = { action: 'password/change' };
    const ctx = await this.contexts.open(opened, path, { caller: 'server' });
    const user = await this.sessions.currentUser(ctx);
    if (!user) throw new UnauthorizedException();
    return { ctx, user, stored: await storeOf(ctx.config).find(user.id) };
  }
}

/** Handlers may pass on what a body contained. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function badRequest(error: string, message: string, code?: string): BadRequestException {
  return new BadRequestException({ statusCode: 400, message, error, ...(code && { code }) });
}
