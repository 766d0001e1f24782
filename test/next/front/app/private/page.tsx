import { redirect } from 'next/navigation';
import { readSession } from '../lib/session';

export default async function Private() {
  const session = await readSession();
  if (!session) redirect('/auth/signin?callbackUrl=/private');
  return <p>For {session.user?.email} only</p>;
}
