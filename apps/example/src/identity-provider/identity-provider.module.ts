import { Module } from '@nestjs/common';
import { IdentityProviderService } from './identity-provider.service.js';

/** The OpenID provider of the example. Your application uses an existing provider. */
@Module({ providers: [IdentityProviderService] })
export class IdentityProviderModule {}
