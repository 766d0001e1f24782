/**
 * `@authnest/core/feature`: what a feature is made of. Packages of features have the version of
 * core that they were made for.
 */
export { htmlOf, jsonOf, redirectTo } from './request/context/auth-response.js';
export { actionUrl, postUrl } from './request/redirects/request-urls.js';
export { CallbackUrlService } from './request/redirects/callback-url.service.js';
export { SealedCookieService } from './request/context/sealed-cookie.service.js';
export { formPage, refusedForm } from './pages/form.page.js';
export { formFields } from './request/body/form-fields.js';
export { userOfAddress } from './adapter/user-of-address.js';
export { isUnchanged } from './adapter/is-unchanged.js';
export { refuseStale } from './sign-in/refuse-stale.js';
export { isProven } from './adapter/is-proven.js';
export { normalizeEmail } from './model/normalize-email.js';
export { LimitsService } from './limits/limits.service.js';
export { AuthConfigService } from './config/auth-config.service.js';
export { AuthContextService } from './request/auth-context.service.js';
export { FeaturesService } from './feature-port/features.service.js';
export { maskAddress } from './email/mask-address.js';
export { proveUser } from './sign-in/prove-user.js';
export { openingOf } from './request/context/opening-requests.js';
export { wantsJson } from './request/body/wants-json.js';
export { UserSessionsService } from './features/session-list/user-sessions.service.js';
export { mailSubject, userSubject } from './feature-port/challenge.js';
export { ChallengesService } from './feature-port/challenges.service.js';
export { renderMail } from './email/render-mail.js';
export { callUser } from './model/call-user.js';
export { MailerService } from './email/mailer.service.js';
export { GET, POST } from './feature-port/auth-route.js';
export { SignInService } from './sign-in/sign-in.service.js';
export { WaysInService } from './sign-in/ways-in.service.js';
export { CurrentSessionService } from './session/current/current-session.service.js';

export type { FormField, FormPage } from './pages/form.page.js';
export type { AccountPageLinks, SignInPageLinks } from './feature-port/auth-feature.js';
export type { Removal, WayIn, WaysOf } from './sign-in/way-in.js';
export type { PendingSignIn } from './sign-in/pending-sign-ins.service.js';
export type { CompleteAdapter } from './adapter/complete-adapter.js';
export type { ResolvedAuthConfig } from './config/resolved-auth-config.js';
export type { Action } from './request/context/action.port.js';
export type { ActionContext } from './request/context/action-context.js';
export type { ActionResult } from './request/context/auth-response.js';
export type { SessionContext } from './request/context/session-context.js';
export type { AuthRoute } from './feature-port/auth-route.js';
export type { SessionFacts } from './feature-port/session-facts.js';
export type { FeatureNeeds } from './feature-port/auth-feature.js';
export type { RemovalReason, Slots, WayChange } from './feature-port/slots.js';
export type {
  ChallengeOrder,
  ChallengeProof,
  FoundChallenge,
  IssuedChallenge,
} from './feature-port/challenge.js';
export type { MailOrder } from './email/mailer.service.js';
export type { MailContent, MailTexts } from './model/auth-mail.js';
export type { FeatureTexts } from './config/options/feature-options.js';
export type { VerifiedIdentity } from './feature-port/verified-identity.js';
export type { FeatureOptions } from './config/options/feature-options.js';
