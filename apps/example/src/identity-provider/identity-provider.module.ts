import { Module } from '@nestjs/common';
import { IdentityProviderService } from './identity-provider.service.js';

/** The OpenID provider that the demo signs in with. Your application uses one that is there. */
@Module({ providers: [IdentityProviderService] })
export class IdentityProviderModule {}
