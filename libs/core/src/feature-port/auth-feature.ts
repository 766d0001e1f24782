import type { ModuleMetadata, Provider, Type } from '@nestjs/common';
import type { AdapterOperation } from '../adapter/adapter.port.js';
import type { FeatureTable } from '../adapter/feature-table.js';
import type { AdapterSession, OptionalColumn } from '../adapter/adapter-rows.js';
import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import type { FeatureOptions, FeatureTexts } from '../config/options/feature-options.js';
import type { AuthRoute } from './auth-route.js';
import type { Slots } from './slots.js';

/** What a feature needs of the adapter. */
export interface FeatureNeeds {
  readonly operations?: readonly AdapterOperation[];
  /** Optional columns, such as `sessions.createdAt`. */
  readonly columns?: readonly OptionalColumn[];
  /** Whether it mails: then there must be `mailer`, or an email provider that sends any mail. */
  readonly mail?: boolean;
  /** Tables of its own. */
  readonly tables?: readonly FeatureTable[];
}

/** Paths of endpoints, such as `password/forgot`. */
export interface SignInPageLinks {
  readonly forgotPassword?: string;
  readonly createAccount?: string;
}

/** Paths of endpoints that the account page links to. */
export interface AccountPageLinks {
  /** Where a user changes the password, such as `password/change`. */
  readonly changePassword?: string;
}

/** What a feature adds to sign-in. Members that it does not need are absent. */
export interface AuthFeature {
  /** For messages, such as `session-list`. */
  readonly name: string;
  /** Modules that export what the providers inject. */
  readonly imports?: ModuleMetadata['imports'];
  /** What the feature brings; Nest creates it in the AuthModule. */
  readonly providers?: readonly Provider[];
  /** Those of `providers` that applications may inject. */
  readonly exports?: readonly Type[];
  /** Whether a configuration uses the feature; if not, its slots do not run. @default always */
  readonly isOn?: (config: ResolvedAuthConfig) => boolean;
  /** Options that the feature adds to the configuration; `config.options` has their values. */
  readonly options?: Omit<FeatureOptions, 'texts'>;
  /**
   * Texts of its pages and mails, by language tag and then by a name of the feature; `en` is used
   * where a language lacks them. Applications override them in the option `texts`.
   */
  readonly texts?: FeatureTexts;
  /**
   * What the feature needs of the adapter, in a configuration that uses it.
   * @default nothing
   */
  readonly needs?: (config: ResolvedAuthConfig) => FeatureNeeds;
  /** The endpoints. Nest creates their actions. */
  readonly routes?: readonly AuthRoute[];
  /**
   * Endpoints that the sign-in page links to in a configuration that uses the feature, unless `links`
   * names others.
   */
  readonly links?: (config: ResolvedAuthConfig) => SignInPageLinks;
  /** Endpoints that the account page links to in a configuration that uses the feature. */
  readonly accountLinks?: (config: ResolvedAuthConfig) => AccountPageLinks;
  /** Claims of stateless sessions that the feature alone sets. They stay when a session continues. */
  readonly claims?: readonly string[];
  /** Columns of stored sessions that stay when a session continues under a new token. */
  readonly columns?: readonly (keyof AdapterSession)[];
  /** Services that run at some points, one for each. They are among `providers`. */
  readonly slots?: { readonly [S in keyof Slots]?: Type<Slots[S]> };
}

/** Injection token of the list of {@link AuthFeature}s, in their order. */
export const AUTH_FEATURES = Symbol('authnest:features');
