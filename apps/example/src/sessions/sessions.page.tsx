import type { SessionSummary, User } from '@authnest/core';
import { renderLayout } from '../pages/layout.js';
import { Moment } from '../pages/moment.js';
import { providerName } from '../pages/provider-name.js';
import { deviceOf } from './device-of.js';

/** Content of the page of sessions. */
export interface SessionsPageProps {
  readonly user: User;
  /** Newest first. */
  readonly sessions: readonly SessionSummary[];
}

/** Renders the page on which users list and end their sessions. */
export function renderSessionsPage({ user, sessions }: SessionsPageProps): string {
  return renderLayout({
    title: 'Sessions',
    path: '/sessions',
    user,
    content: (
      <section class="card">
        <h1>Your sessions</h1>
        <p class="lead">
          Every browser in which you are signed in. Sign in from a second one, and end that session
          here: it is signed out at its next request.
        </p>
        <ol>
          {sessions.map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </ol>
        <form class="actions" method="post" action="/sessions/end-all">
          {sessions.length > 1 && (
            <button class="button" formAction="/sessions/end-others">
              End all others
            </button>
          )}
          <button class="button">Sign out everywhere</button>
        </form>
      </section>
    ),
  });
}

function SessionItem({ session }: { readonly session: SessionSummary }) {
  const { id, current, createdAt, lastUsedAt, provider, address } = session;
  const facts = [provider && providerName(provider), address].filter(Boolean);
  return (
    <li>
      <div>
        <h2>
          {deviceOf(session)}
          {current && <span class="status in">This browser</span>}
        </h2>
        <p class="facts">{facts.join(' · ')}</p>
        <p class="facts">
          {createdAt && (
            <>
              Since <Moment at={new Date(createdAt)} />
            </>
          )}
          {lastUsedAt && (
            <>
              {' · '}last used <Moment at={new Date(lastUsedAt)} />
            </>
          )}
        </p>
      </div>
      {!current && (
        <form method="post" action="/sessions/end">
          <input type="hidden" name="id" value={id} />
          <button class="button">End</button>
        </form>
      )}
    </li>
  );
}
