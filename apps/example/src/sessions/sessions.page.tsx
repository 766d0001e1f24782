import type { SessionSummary, User } from '@authnest/core';
import { renderLayout } from '../pages/layout.js';
import { Moment } from '../pages/moment.js';

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
        {sessions.length > 1 && (
          <form class="actions" method="post" action="/sessions/end-others">
            <button class="button">End all others</button>
          </form>
        )}
        <form class="actions" method="post" action="/sessions/end-all">
          <button class="button">Sign out everywhere</button>
        </form>
      </section>
    ),
  });
}

function SessionItem({ session }: { readonly session: SessionSummary }) {
  const { id, current, createdAt, lastUsedAt } = session;
  return (
    <li>
      <span>
        {current ? 'This browser' : 'Another browser'}
        {deviceOf(session)}
        {createdAt && (
          <>
            , since <Moment at={new Date(createdAt)} />
          </>
        )}
        {lastUsedAt && (
          <>
            , last used <Moment at={new Date(lastUsedAt)} />
          </>
        )}
      </span>
      {!current && (
        <form method="post" action="/sessions/end">
          <input type="hidden" name="id" value={id} />
          <button class="button">End</button>
        </form>
      )}
    </li>
  );
}

/** Describes the device. Its parts come from the client, so the page must escape them. */
function deviceOf({ browser, system, address, provider }: SessionSummary): string {
  const named = [browser, system].filter((name) => name !== null).join(' on ');
  const facts = [named, address, provider && `by ${provider}`].filter(Boolean);
  return facts.length === 0 ? '' : `: ${facts.join(', ')}`;
}
