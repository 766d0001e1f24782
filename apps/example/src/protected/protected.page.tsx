import type { User } from '@authnest/core';
import { renderLayout } from '../pages/layout.js';

/** What only a signed-in person sees. */
export function renderProtectedPage(user: User): string {
  return renderLayout({
    title: 'Protected',
    path: '/protected',
    user,
    content: (
      <>
        <h1>Protected page</h1>
        <p class="lead">
          Only people with a session see this, and you have one, {user.name ?? user.email}.
        </p>
        <p>
          The guard is one line, <code>@UseGuards(SessionGuard)</code>. The API behind the same
          guard, <a href="/api/me">/api/me</a>, answers 401 to strangers instead of sending them to
          sign in.
        </p>
      </>
    ),
  });
}
