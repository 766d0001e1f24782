export { runAdapterContract } from './adapter-contract.js';
export { AuthTestingModule } from './auth-testing.module.js';
export { aSession, aUser, aVerificationToken, anAccount, anAuthenticator } from './builders.js';
export { CookieClient } from './cookie-client.js';
export { FakeOAuthServer } from './fake-oauth-server.js';
export { MemoryAdapter } from './memory.adapter.js';
export { signInAs } from './sign-in-as.js';
export { SignedInGuard } from './signed-in-guard.js';
export { TestMailbox } from './test-mailbox.js';

export type { AdapterContractOptions } from './adapter-contract.js';
export type { AuthTestingExtras } from './auth-testing.module.js';
export type { CookieClientOptions, PostOptions } from './cookie-client.js';
export type { ClientResponse } from './cookies/send-request.js';
export type { FakeAnswer, FakeOutcome } from './fake-oauth-server/fake-answer.js';
export type { FakeClientAuthentication } from './fake-oauth-server/fake-client.js';
export type {
  FakeOAuthServerOptions,
  FakeResponder,
} from './fake-oauth-server/fake-oauth-server-options.js';
export type { IdTokenScript } from './fake-oauth-server/fake-script.js';
export type { FakeTls } from './fake-oauth-server/http-listener.js';
/** For applications that emit declarations, and need not depend on jose. */
export type { CryptoKey, JWK, JWTPayload, KeyObject } from 'jose';
export type { FakeEndpoint, RecordedRequest } from './fake-oauth-server/recorded-request.js';
export type { FakeSigningAlgorithm } from './fake-oauth-server/signing-keys.js';
export type { AuthorizationAnswer } from './fake-oauth-server/visit-authorize.js';
export type { MemoryAdapterOptions } from './memory.adapter.js';
export type { TestMail } from './mailbox/test-mail.js';
export type { SignedInAs, SignInAsOptions } from './sign-in-as.js';
export type { BrowserCookie } from './sign-in-as/browser-cookie.js';
