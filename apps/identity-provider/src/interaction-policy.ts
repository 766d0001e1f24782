import './load-oidc-provider.js';
import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';

/**
 * Returns the default policy with one more rule: every sign-in shows the choice of accounts, even
 * if the browser already has a session. Otherwise users could not switch accounts without signing
 * out at the provider. A request with `prompt=none` still uses the session, and
 * `prompt=select_account` has no additional effect.
 * @see OpenID Connect Core 1.0, section 3.1.2.1
 */
export function createInteractionPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'account_not_chosen',
        'the account is chosen at every sign-in',
        'login_required',
        needsAccountChoice,
      ),
    );
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }));

  return policy;
}

function needsAccountChoice({ oidc }: KoaContextWithOIDC): boolean {
  return !oidc.prompts.has('none') && !oidc.result?.login;
}
