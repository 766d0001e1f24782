import type { OIDCConfig, Profile } from '@authnest/core';

/** The options of an OpenID Connect provider. */
export type OIDCOptions<P = Profile> = NonNullable<OIDCConfig<P>['options']>;
