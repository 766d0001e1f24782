import type { Session } from '@authnest/core';
import { renderLayout } from '../pages/layout.js';
import { LookAround } from './look-around.js';
import { SignedIn } from './signed-in.js';
import { Welcome } from './welcome.js';
import { WaysIn } from './ways-in.js';

/** Content of the home page. */
export interface HomePageProps {
  readonly session: Session | null;
  /** URL of the inbox that receives the mails. */
  readonly inbox?: string;
}

/** Renders the home page: the session, or a welcome and the ways to sign in; then links. */
export function renderHomePage({ session, inbox }: HomePageProps): string {
  const user = session?.user ?? null;
  const content = (
    <>
      {session && user ? <SignedIn session={session} user={user} /> : <Welcome />}
      {!user && <WaysIn inbox={inbox} />}
      <LookAround />
    </>
  );
  return renderLayout({ title: 'Home', path: '/', user, content });
}
