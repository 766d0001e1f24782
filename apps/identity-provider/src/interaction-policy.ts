import './load-oidc-provider.js';
import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';

/**
 * The default rules, and one more: every sign-in asks for the account, even if this browser has a
 * session already. A demo has no sign-out at the provider, so a silent second sign-in would leave
 * no way to switch accounts. A request with `prompt=none` still uses the session, and
 * `prompt=select_account` makes no difference.
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
