import type { ActionResult } from './auth-response.js';
import type { AuthContext } from './auth-context.js';

/** Implements one endpoint. */
export interface Action {
  run(ctx: AuthContext): Promise<ActionResult>;
}
