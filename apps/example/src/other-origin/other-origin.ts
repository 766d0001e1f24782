import type { AuthConfig } from '@authnest/core';
import type { INestApplication } from '@nestjs/common';

/** Options for pages of another origin. */
export function otherOrigin(): Partial<AuthConfig> {
  const { PAGES_URL } = process.env;
  return PAGES_URL ? { trustedOrigins: [PAGES_URL], redirects: 'trusted' } : {};
}

/** Lets these pages read the responses. */
export function allowOtherOrigin(app: INestApplication): void {
  const { PAGES_URL } = process.env;
  if (PAGES_URL) app.enableCors({ origin: PAGES_URL, credentials: true });
}
