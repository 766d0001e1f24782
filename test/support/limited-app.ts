import type { AuthConfig, LimitsOptions, User } from '@authnest/core';
import { credentials, type Platform, TestApp } from './test-app.js';

/** Starts an application that reads the client's address from a header. */
export async function startLimited(
  platform: Platform,
  limits?: LimitsOptions,
  config: Partial<AuthConfig> = {},
): Promise<{ app: TestApp; asked: string[] }> {
  const asked: string[] = [];
  const provider = credentials();
  const authorize = (given: { username?: string; password?: string }): User | null => {
    asked.push(given.username ?? '');
    return provider.authorize(given);
  };
  const app = await TestApp.start({
    platform,
    config: {
      providers: [{ ...provider, authorize }],
      limits: { address: addressHeader, ...limits },
      ...config,
    },
  });
  return { app, asked };
}

/** Returns the address that a test sets in a header. */
export function addressHeader(request: unknown): string | undefined {
  const { headers } = request as { headers: Record<string, string | undefined> };
  return headers['x-test-address'];
}
