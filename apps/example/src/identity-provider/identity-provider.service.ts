import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import {
  type IdentityProvider,
  startIdentityProvider,
} from '../../../identity-provider/src/index.js';
import { demoProviders } from './demo-providers.js';

/** Starts and stops the demo identity provider with the application. */
@Injectable()
export class IdentityProviderService implements OnApplicationBootstrap, OnApplicationShutdown {
  private provider?: IdentityProvider;

  /** @throws if its port is in use */
  async onApplicationBootstrap(): Promise<void> {
    const { AUTH_DEMO_ID = '', AUTH_DEMO_ISSUER = '', AUTH_DEMO_SECRET, AUTH_URL } = process.env;
    const { hostname, port } = new URL(AUTH_DEMO_ISSUER);
    const client = {
      client_id: AUTH_DEMO_ID,
      client_name: 'Authnest example',
      client_secret: AUTH_DEMO_SECRET,
      redirect_uris: demoProviders().map(
        ({ id }) => new URL(`/auth/callback/${id}`, AUTH_URL).href,
      ),
      grant_types: ['authorization_code', 'refresh_token'],
      post_logout_redirect_uris: [new URL('/auth/signed-out', AUTH_URL).href],
      backchannel_logout_uri: new URL('/auth/backchannel-logout/demo', AUTH_URL).href,
      backchannel_logout_session_required: true,
    };
    this.provider = await startIdentityProvider({
      clients: [client],
      host: hostname,
      port: Number(port),
      // Short, so that the page of the provider's API soon has to refresh its token.
      accessTokenSeconds: 120,
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.provider?.close();
  }
}
