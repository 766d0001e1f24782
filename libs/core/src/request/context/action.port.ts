import type { ActionResult } from './auth-response.js';
import type { ActionContext } from './action-context.js';

/** Implements one endpoint. */
export interface Action {
  run(ctx: ActionContext): Promise<ActionResult>;
}
