import { AuthError } from '../../errors/auth.error.js';
import type { MergedProvider } from '../../provider/merge-provider.js';
import {
  bool,
  checkNames,
  checkValues,
  fn,
  isObject,
  oneOf,
  type OptionTests,
  text,
} from '../options/option-test.js';

const MEMBERS: OptionTests = {
  url: text,
  params: [
    'an object whose values are strings',
    (value) =>
      isObject(value) && Object.values(value).every((member) => typeof member === 'string'),
  ],
  redirectParam: text,
  hint: oneOf('id_token', 'logout_hint', 'none'),
  request: fn,
};

/**
 * Refuses `logout` for a provider without an end session endpoint.
 * @param name - name of the provider in messages
 */
export function* checkLogout(
  type: 'oauth' | 'oidc',
  merged: MergedProvider,
  name: string,
): Iterable<AuthError> {
  const { logout, logoutDefaults, issuer, wellKnown } = merged;
  if (logout === undefined || logout === false) return;
  const own = isObject(logout) ? logout : {};
  const problems = [
    ...checkNames(`${name}: logout.`, own, MEMBERS),
    ...checkValues(`${name}: logout.`, own, MEMBERS),
  ];
  yield* problems;
  if (problems.length > 0) return;
  const preset = isObject(logoutDefaults) ? logoutDefaults : {};
  const { url, request } = { ...preset, ...own };
  if (url !== undefined || request !== undefined) return;
  // An OpenID provider without an issuer is refused anyway.
  const isPlain = type === 'oauth' && issuer === undefined && wellKnown === undefined;
  if (logoutDefaults === 'unsupported' || isPlain) {
    yield new AuthError(
      `${name}: logout: the provider has no end session endpoint; remove \`logout\`, or set \`logout.url\``,
    );
  }
}

/**
 * Requires `oidc`, since logout tokens are signed like ID tokens.
 * @param name - name of the provider in messages
 */
export function* checkBackchannel(
  type: 'oauth' | 'oidc',
  { backchannelLogout: option }: MergedProvider,
  name: string,
): Iterable<AuthError> {
  if (option === undefined || option === false) return;
  if (type === 'oauth') {
    yield new AuthError(
      `${name}: backchannelLogout: needs \`type: 'oidc'\`, since logout tokens are signed like ID tokens`,
    );
  }
  if (!isObject(option)) return;
  const path = `${name}: backchannelLogout.`;
  yield* checkNames(path, option, { acceptLegacyTokens: bool });
  yield* checkValues(path, option, { acceptLegacyTokens: bool });
}
