import type { Session } from '@authnest/client';
import { AuthProvider } from '@authnest/client/react';
import { Account } from './account';

export function App({ session }: { session: Session | null | undefined }) {
  return (
    <AuthProvider session={session}>
      <Account />
    </AuthProvider>
  );
}
