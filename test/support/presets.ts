import type { OAuthConfig, OIDCConfig } from '@authnest/core';
import * as providers from '@authnest/providers';

/** Creates a ready-made OAuth or OpenID Connect provider, with any kind of profile. */
export type Preset = (options?: object) => OAuthConfig<unknown> | OIDCConfig<unknown>;

const exported: [name: string, value: unknown][] = Object.entries(providers);

/** The ready-made OAuth and OpenID Connect providers by the names of their exports. */
export const presets: readonly [name: string, preset: Preset][] = exported
  .filter((entry): entry is [string, Preset] => /^[A-Z]/.test(entry[0]))
  // Providers that send mail are excluded.
  .filter(([, preset]) => ['oauth', 'oidc'].includes(preset({}).type));
