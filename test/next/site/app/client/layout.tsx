import { createAuthClient } from '@authnest/client';
import { AuthProvider } from '@authnest/client/react';
import { headers } from 'next/headers';
import { type ReactNode, Suspense } from 'react';

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <Suspense>
      <WithSession>{children}</WithSession>
    </Suspense>
  );
}

async function WithSession({ children }: { children: ReactNode }) {
  return <AuthProvider session={await readSession()}>{children}</AuthProvider>;
}

/** Sends the cookie of the page's request on to Nest. */
async function readSession() {
  const cookie = (await headers()).get('cookie') ?? '';
  const client = createAuthClient({
    baseUrl: `${process.env.NEST_URL}/auth`,
    fetch: (url) => fetch(url, { headers: { cookie }, cache: 'no-store' }),
  });
  const result = await client.getSession();
  return result.ok ? result.session : undefined;
}
