import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { pageHeaders } from './page-headers.js';
import { renderErrorPage } from './pages/error.page.js';

/** Shows an error that cannot be sent to the application, such as `invalid_redirect_uri`. */
export function showProviderError(ctx: KoaContextWithOIDC, error: ErrorOut): void {
  ctx.set(pageHeaders());
  ctx.body = renderErrorPage({
    code: error.error,
    description: error.error_description ?? 'The request could not be processed.',
  });
}
