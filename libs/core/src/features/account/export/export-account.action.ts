import { Injectable } from '@nestjs/common';
import { SessionTokenError } from '../../../errors/internal.errors.js';
import { toError } from '../../../errors/to-error.js';
import type { Action } from '../../../request/context/action.port.js';
import type { ActionContext } from '../../../request/context/action-context.js';
import { type ActionResult, jsonOf } from '../../../request/context/auth-response.js';
import { signInFirst } from '../../reauthenticate/sign-in-first.js';
import { AccountOwnerService } from '../account-owner.service.js';
import { returningTo } from '../change-answers.js';
import { AccountExportService } from './account-export.service.js';

/** POST account/export: responds with a file, which no cache keeps. */
@Injectable()
export class ExportAccountAction implements Action {
  constructor(
    private readonly owners: AccountOwnerService,
    private readonly exports: AccountExportService,
  ) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const page = ctx.config.account.page ? 'account' : null;
    const owner = await this.owners.fresh(returningTo(ctx, page));
    if (!owner) return signInFirst(ctx);
    try {
      return { ...jsonOf(await this.exports.export(ctx, owner.user)), headers: AS_FILE };
    } catch (thrown) {
      throw new SessionTokenError('the account could not be exported', { err: toError(thrown) });
    }
  }
}

const AS_FILE = { 'content-disposition': 'attachment; filename="account.json"' };
