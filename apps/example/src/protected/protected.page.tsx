import type { User } from '@authnest/core';
import { Code } from '../pages/code.js';
import { renderLayout } from '../pages/layout.js';

/** Renders the page that only signed-in users can see. */
export function renderProtectedPage(user: User): string {
  return renderLayout({
    title: 'Protected',
    path: '/protected',
    user,
    content: (
      <section class="card">
        <h1>Protected page</h1>
        <p class="lead">
          Only people who are signed in see this page. You are signed in as{' '}
          {user.name ?? user.email}.
        </p>
        <Code lines={CONTROLLER} />
        <p>
          The guard alone responds with 401, as the API does at <a href="/api/me">/api/me</a>;{' '}
          <code>@RedirectToSignIn()</code> sends browsers to the sign-in page, and back here.
        </p>
      </section>
    ),
  });
}

const CONTROLLER = [
  "@Controller('protected')",
  '@UseGuards(SessionGuard)',
  'export class ProtectedController {',
  '  @Get()',
  '  @RedirectToSignIn()',
  '  show(@CurrentUser() user: User): string {',
  '    return renderProtectedPage(user);',
  '  }',
  '}',
];
