import 'server-only';
import type { Session } from '@authnest/client';
import { cookies } from 'next/headers';
import { cache } from 'react';

/** Reads the session from Nest, once for each page that is rendered. */
export const readSession = cache(async (): Promise<Session | null> => {
  const cookie = (await cookies()).toString();
  const response = await fetch(`${process.env.NEST_URL}/auth/session`, {
    headers: { cookie },
    cache: 'no-store',
  });
  if (!response.ok) throw new Error(`Nest responded with ${response.status}`);
  return (await response.json()) as Session | null;
});
