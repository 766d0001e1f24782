import type { User } from '@authnest/core';
import { renderLayout } from '../pages/layout.js';
import { Moment } from '../pages/moment.js';
import type { AuditEntry } from './audit-entry.entity.js';

/** What the page shows. */
export interface AuditPageProps {
  readonly user: User;
  /** Newest first. */
  readonly entries: readonly AuditEntry[];
}

const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['createUser', 'Registered'],
  ['linkAccount', 'Account linked'],
  ['signIn', 'Signed in'],
  ['signOut', 'Signed out'],
]);

/** What happened to one user's sign-in. */
export function renderAuditPage({ user, entries }: AuditPageProps): string {
  return renderLayout({
    title: 'Audit trail',
    path: '/audit',
    user,
    content: (
      <>
        <h1>Your audit trail</h1>
        <p class="lead">Written by a listener of the sign-in events, newest first.</p>
        <ol>
          {entries.map(({ id, event, provider, at }) => (
            <li key={id}>
              <span>
                {MEANINGS.get(event) ?? event}
                {provider && ` (${provider})`}
              </span>
              <Moment at={at} />
            </li>
          ))}
        </ol>
      </>
    ),
  });
}
