'use client';
import { signIn, signOut } from '@authnest/client';
import { useSession } from '@authnest/client/react';

export function Account() {
  const { session } = useSession();

  if (!session) return <button onClick={() => signIn()}>Sign in</button>;
  return (
    <p>
      Hello {session.user?.name ?? session.user?.email}{' '}
      <button onClick={() => signOut()}>Sign out</button>
    </p>
  );
}
