import { redirect } from 'next/navigation';
import { Suspense } from 'react';
import { readSession } from '../lib/session';

export default function Page() {
  return (
    <Suspense>
      <Private />
    </Suspense>
  );
}

async function Private() {
  const session = await readSession();
  if (!session) redirect('/auth/signin?callbackUrl=/private');
  return <p>For {session.user?.email} only</p>;
}
