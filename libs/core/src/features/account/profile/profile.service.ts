import { BadRequestException, Injectable } from '@nestjs/common';
import type { AdapterUser } from '../../../adapter/adapter-rows.js';
import type { ProfileField } from '../../../config/options/account.js';
import { EventsService } from '../../../events/events.service.js';
import { CurrentSessionService } from '../../../session/current/current-session.service.js';
import type { WaysOf } from '../../../sign-in/way-in.js';
import { UserSessionsService } from '../../session-list/user-sessions.service.js';
import { faultOfProfile, type ProfileChanges, toProfile } from './profile-changes.js';

/** Changes what a user is called, and the picture. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly sessions: CurrentSessionService,
    private readonly others: UserSessionsService,
    private readonly events: EventsService,
  ) {}

  /**
   * Stores the fields that are given; empty ones are cleared. Sessions show them at once.
   * @throws {FreshAuthRequired} if it is too long since the user proved who they are
   * @throws {BadRequestException} if a value is not allowed, or `account.profile` lacks a field
   */
  async update({ ctx, adapter, user }: WaysOf, changes: ProfileChanges): Promise<AdapterUser> {
    const { config, logger } = ctx;
    await this.sessions.assertFresh(ctx);
    const fault = faultOfProfile(changes, config.account.profile);
    if (fault) throw new ProfileRefused(fault);
    const stored = await adapter.updateUser({ id: user.id, ...toProfile(changes) });
    const { strategy, registry } = config.session;
    if (registry) await this.others.refresh({ config, logger, userId: user.id, ctx });
    if (strategy === 'jwt') {
      await this.sessions.read(ctx, 'server', { data: undefined, isStoredUser: true });
    }
    logger.info('profile changed', { userId: user.id });
    await this.events.emit(ctx, 'updateUser', { user: stored });
    return stored;
  }
}

/** Which field was refused. */
export class ProfileRefused extends BadRequestException {
  constructor(readonly field: ProfileField) {
    super(
      field === 'name'
        ? 'name: expected at most 200 printable characters, and `name` in `account.profile`'
        : 'image: expected an https URL, and `image` in `account.profile`',
    );
  }
}
