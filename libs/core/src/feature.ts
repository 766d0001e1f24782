/**
 * `@authnest/core/feature`: what a feature is made of. Packages of features have the version of
 * core that they were made for.
 */
export { redirectTo, jsonOf } from './exchange/auth-response.js';
export { CallbackUrlService } from './exchange/callback-url.service.js';
export { SealedCookieService } from './exchange/sealed-cookie.service.js';
export { GET, POST } from './feature/auth-route.js';
export { CurrentSessionService } from './session/current-session.service.js';

export type { CompleteAdapter } from './adapter/complete-adapter.js';
export type { ResolvedAuthConfig } from './config/resolved-auth-config.js';
export type { Action } from './exchange/action.port.js';
export type { AuthContext } from './exchange/auth-context.js';
export type { ActionResult } from './exchange/auth-response.js';
export type { SessionContext } from './exchange/session-context.js';
export type { AuthRoute } from './feature/auth-route.js';
export type { SessionFacts } from './feature/session-facts.js';
export type { FeatureNeeds } from './feature/auth-feature.js';
export type { Slots } from './feature/slots.js';
export type { VerifiedIdentity } from './feature/verified-identity.js';
export type { FeatureOptions } from './options/feature-options.js';
