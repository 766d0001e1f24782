import type { Session } from '@authnest/core';
import { renderLayout } from '../pages/layout.js';
import { LookAround } from './look-around.js';
import { SignedIn } from './signed-in.js';
import { Welcome } from './welcome.js';
import { WaysIn } from './ways-in.js';

/** What the page shows. */
export interface HomePageProps {
  readonly session: Session | null;
  /** Where the mails arrive. */
  readonly inbox?: string;
}

/** What Authnest is, and what can be tried; with a session, what is in it. */
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
