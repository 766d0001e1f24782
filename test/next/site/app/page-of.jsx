import { auth } from '../auth';
import { SignedIn } from './signed-in';

/** What the server knows, and what the browser knows. */
export async function Page({ basePath }) {
  const session = await auth();
  return (
    <>
      <h1>{session?.user?.name ?? 'nobody'}</h1>
      <SignedIn basePath={basePath} />
    </>
  );
}
