import { Module } from '@nestjs/common';
import { IdentityProviderService } from './identity-provider.service.js';

/** The OpenID provider that the demo signs in with. Your application uses an existing one. */
@Module({ providers: [IdentityProviderService] })
export class IdentityProviderModule {}
