import type { OAuthUserConfig } from './oauth-provider.js';

/** Descriptions of the symbols that presets of Auth.js use for members that are not options. */
const CUSTOM_FETCH = 'custom-fetch';
const CONFORM = 'conform-internal';

interface WithOptions {
  readonly options?: OAuthUserConfig<unknown>;
  readonly fetch?: typeof fetch;
}

/**
 * Returns the `fetch` of one provider. The options take precedence over the preset. The `fetch` of
 * a preset that is marked for special treatment is ignored, since it only repairs metadata for
 * that treatment.
 * @see docs/design/wire-contract.md PRV-9, PRV-10
 */
export function providerFetch(config: WithOptions): typeof fetch | undefined {
  const { options = {} } = config;
  const preset = config.fetch ?? (needsSpecialCase(config) ? undefined : foreignFetch(config));
  return options.fetch ?? foreignFetch(options) ?? preset;
}

/** Whether a preset of Auth.js is marked for the special treatment of Apple or Microsoft. */
export function needsSpecialCase(config: object): boolean {
  return foreignMember(config, CONFORM) === true;
}

function foreignFetch(config: object): typeof fetch | undefined {
  const found = foreignMember(config, CUSTOM_FETCH);
  return isFetch(found) ? found : undefined;
}

function isFetch(value: unknown): value is typeof fetch {
  return typeof value === 'function';
}

/** Finds a member by its symbol's description: the defining package need not be installed. */
function foreignMember(config: object, description: string): unknown {
  const symbol = Object.getOwnPropertySymbols(config).find(
    (candidate) => candidate.description === description,
  );
  return symbol && Reflect.get(config, symbol);
}
