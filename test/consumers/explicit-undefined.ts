// Compiled with `exactOptionalPropertyTypes`: an explicit `undefined` means the default.
import { type AuthConfig, AuthModule, Email, OIDC, Passkey } from '@authnest/core';
import { GitHub, Google } from '@authnest/providers';
import { AuthTestingModule } from '@authnest/testing';

const config: AuthConfig = {
  secret: process.env['AUTH_SECRET'],
  tenant: undefined,
  adapter: undefined,
  session: { strategy: undefined, maxAge: undefined, revocation: undefined },
  pages: { signIn: process.env['SIGN_IN_PAGE'] },
  theme: { logo: undefined, brandColor: undefined },
  limits: { store: undefined, credentials: { sameNetwork: undefined } },
  trustHost: undefined,
  providers: [
    GitHub({ clientId: process.env['GITHUB'] }),
    Google({ clientSecret: undefined, issuer: undefined }),
    OIDC({ id: 'company', name: 'Company', issuer: process.env['ISSUER'] }),
    Email({ server: process.env['MAIL_SERVER'], from: undefined }),
    Passkey({
      relayingParty: { id: process.env['SITE_HOST'], origin: process.env['SITE_ORIGIN'] },
    }),
  ],
};

export const modules = [
  AuthModule.forRoot(config, { basePath: undefined, name: undefined, isGlobal: undefined }),
  AuthTestingModule.forRoot({}, { mailbox: undefined }),
];
