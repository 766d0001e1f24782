import { AuthProvider } from '@authnest/client/react';
import type { ReactNode } from 'react';
import { readSession } from './lib/session';

export default async function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <AuthProvider session={await readSession()}>{children}</AuthProvider>
      </body>
    </html>
  );
}
