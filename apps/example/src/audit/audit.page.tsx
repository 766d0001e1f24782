import type { User } from '@authnest/core';
import { Code } from '../pages/code.js';
import { renderLayout } from '../pages/layout.js';
import { Moment } from '../pages/moment.js';
import { providerName } from '../pages/provider-name.js';
import type { AuditEntry } from './audit-entry.entity.js';

/** Content of the audit page. */
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
  ['revokeSessions', 'Sessions ended'],
]);

/** Renders the page that lists the audit trail of one user. */
export function renderAuditPage({ user, entries }: AuditPageProps): string {
  return renderLayout({
    title: 'Audit trail',
    path: '/audit',
    user,
    content: (
      <section class="card">
        <h1>Your audit trail</h1>
        <p class="lead">What happened to your account, newest first, recorded by a listener.</p>
        <ol class="trail">
          {entries.map(({ id, event, provider, at }) => (
            <li key={id} class={event}>
              <span>
                {MEANINGS.get(event) ?? event}
                {provider && ` (${providerName(provider)})`}
              </span>
              <Moment at={at} />
            </li>
          ))}
        </ol>
        <Code lines={LISTENER} />
      </section>
    ),
  });
}

const LISTENER = [
  "@OnAuthEvent('linkAccount')",
  "linked({ user, account }: AuthEvents['linkAccount']) {",
  "  return this.audit.record('linkAccount', {",
  '    userId: user.id,',
  '    provider: account.provider,',
  '  });',
  '}',
];
