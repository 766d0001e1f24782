import { renderSessionsPage } from './sessions.page.js';

const session = {
  id: 'a',
  current: false,
  createdAt: '2026-03-10T12:00:00.000Z',
  expires: '2026-04-10T12:00:00.000Z',
  lastUsedAt: null,
  address: '192.0.2.0/24',
  browser: 'Firefox',
  system: 'Linux',
  provider: 'demo',
};

it('shows the device from which a session was started', () => {
  const page = renderSessionsPage({ user: {}, sessions: [session] });

  expect(page).toContain('Firefox on Linux</h2><p class="facts">Demo provider · 192.0.2.0/24</p>');
  expect(page).toContain('Sign out everywhere');
});

it('escapes the name of the browser (K42)', () => {
  const hostile = { ...session, browser: '<script>alert(1)</script>' };

  const page = renderSessionsPage({ user: {}, sessions: [hostile] });

  expect(page).not.toContain('<script>alert');
  expect(page).toContain('&lt;script');
});
