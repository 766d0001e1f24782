import type { KoaContextWithOIDC } from 'oidc-provider';
import { pageHeaders } from './page-headers.js';
import { renderSignedOutPage, renderSignOutPage } from './pages/sign-out.page.js';

/**
 * Shows the page that asks whether to sign out at the provider.
 * @see OpenID Connect RP-Initiated Logout 1.0 section 2
 */
export function showSignOut(ctx: KoaContextWithOIDC, form: string): void {
  const returnTo: unknown = ctx.oidc.params?.['post_logout_redirect_uri'];
  ctx.set(pageHeaders(typeof returnTo === 'string' ? returnTo : ctx.oidc.issuer));
  ctx.body = renderSignOutPage({ form });
}

/** Shows the page after a sign-out that began at the provider. */
export function showSignedOut(ctx: KoaContextWithOIDC): void {
  ctx.set(pageHeaders());
  ctx.body = renderSignedOutPage();
}
