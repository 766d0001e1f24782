import type { OIDCConfig, Profile } from '@authnest/core';

/** What the user of an OpenID Connect provider may set. */
export type OIDCOptions<P = Profile> = NonNullable<OIDCConfig<P>['options']>;
