import { Injectable } from '@nestjs/common';
import { formFields } from '../../../request/body/form-fields.js';
import type { Action } from '../../../request/context/action.port.js';
import type { ActionContext } from '../../../request/context/action-context.js';
import type { ActionResult } from '../../../request/context/auth-response.js';
import type { WaysOf } from '../../../sign-in/way-in.js';
import { PasskeysService } from '../../passkeys/passkeys.service.js';
import { signInFirst } from '../../reauthenticate/sign-in-first.js';
import { AccountOwnerService } from '../account-owner.service.js';
import { AccountPageService, type Done } from './account-page.service.js';
import { LinkedAccountsService } from '../ways/linked-accounts.service.js';
import { ProfileService } from '../profile/profile.service.js';

/** The fields of a form, each a string. */
type Fields = Readonly<Record<string, string | undefined>>;

/** Base class of the forms on the account page. They return to it. */
@Injectable()
abstract class ChangeAction implements Action {
  protected abstract readonly done: Done;

  constructor(
    private readonly owners: AccountOwnerService,
    private readonly page: AccountPageService,
  ) {}

  protected abstract change(owner: WaysOf, fields: Fields): Promise<object | undefined>;

  async run(ctx: ActionContext): Promise<ActionResult> {
    const here = this.page.here(ctx);
    const owner = await this.owners.find(here);
    if (!owner) return signInFirst(here);
    const fields = formFields(here);
    let changed: object | undefined;
    try {
      changed = await this.change(owner, fields);
    } catch (thrown) {
      return this.page.refused(here, thrown);
    }
    return this.page.done(here, this.done, changed);
  }
}

/** POST account/profile: changes the name or the picture. */
@Injectable()
export class ProfileAction extends ChangeAction {
  protected override readonly done = 'profile';

  constructor(
    owners: AccountOwnerService,
    page: AccountPageService,
    private readonly profiles: ProfileService,
  ) {
    super(owners, page);
  }

  protected override async change(owner: WaysOf, { name, image }: Fields): Promise<object> {
    const stored = await this.profiles.update(owner, {
      ...(name !== undefined && { name }),
      ...(image !== undefined && { image }),
    });
    return { user: { name: stored.name ?? null, image: stored.image ?? null } };
  }
}

/** POST account/unlink: removes an account at a provider. */
@Injectable()
export class UnlinkAction extends ChangeAction {
  protected override readonly done = 'unlinked';

  constructor(
    owners: AccountOwnerService,
    page: AccountPageService,
    private readonly accounts: LinkedAccountsService,
  ) {
    super(owners, page);
  }

  protected override async change(
    owner: WaysOf,
    { provider = '', id = '' }: Fields,
  ): Promise<undefined> {
    await this.accounts.unlink(owner, { provider, id });
  }
}

/** Base class of the forms about one passkey. */
@Injectable()
abstract class PasskeyAction extends ChangeAction {
  constructor(
    owners: AccountOwnerService,
    page: AccountPageService,
    protected readonly passkeys: PasskeysService,
  ) {
    super(owners, page);
  }
}

/** POST account/passkey-rename: names a passkey. */
@Injectable()
export class RenamePasskeyAction extends PasskeyAction {
  protected override readonly done = 'passkeyRenamed';

  protected override async change(owner: WaysOf, { id = '', name }: Fields): Promise<object> {
    return { passkey: await this.passkeys.rename(owner, id, name) };
  }
}

/** POST account/passkey-remove: removes a passkey. */
@Injectable()
export class RemovePasskeyAction extends PasskeyAction {
  protected override readonly done = 'passkeyRemoved';

  protected override async change(owner: WaysOf, { id = '' }: Fields): Promise<undefined> {
    await this.passkeys.remove(owner, id);
  }
}
