import { AuthProvider } from '@authnest/client/react';
import { type ReactNode, Suspense } from 'react';
import { readSession } from './lib/session';

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Suspense>
          <WithSession>{children}</WithSession>
        </Suspense>
      </body>
    </html>
  );
}

async function WithSession({ children }: { children: ReactNode }) {
  return <AuthProvider session={await readSession()}>{children}</AuthProvider>;
}
