import { readdirSync, readFileSync } from 'node:fs';

const guides = new URL('../../docs/', import.meta.url);

/** In the order in which most people need them. */
const GROUPS = {
  Start: ['getting-started', 'configuration', 'testing'],
  'Ways to sign in': [
    'providers',
    'provider-list',
    'passwords',
    'own-users-table',
    'email',
    'passkeys',
    'linking-accounts',
    'account',
    'account-changes',
  ],
  Sessions: ['sessions', 'logout', 'provider-tokens'],
  Protect: [
    'guards',
    'roles',
    'graphql',
    'sockets',
    'microservices',
    'jobs',
    'limits',
    'events-and-callbacks',
    'security',
  ],
  'Front ends': ['pages', 'client', 'single-page-applications', 'nextjs'],
  Store: ['typeorm', 'migrations', 'redis', 'adapters'],
  Operate: ['deployment', 'upgrading', 'errors'],
  Migrate: ['from-passport', 'taking-over-auth-js', 'comparison'],
  Reference: ['http-api'],
  Advanced: ['own-steps'],
};

/** Returns every guide; the last group contains those that no other group names. */
export function sidebar() {
  const named = new Set(['README', ...Object.values(GROUPS).flat()]);
  const others = guideNames().filter((name) => !named.has(name));
  const groups = Object.entries(GROUPS).map(([text, names]) =>
    group(
      text,
      names.filter((name) => guideNames().includes(name)),
    ),
  );

  return others.length > 0 ? [...groups, group('More', others)] : groups;
}

function guideNames() {
  return readdirSync(guides)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length));
}

function group(text, names) {
  return { text, items: names.map((name) => ({ text: titleOf(name), link: `/${name}` })) };
}

function titleOf(name) {
  const [, title] = /^# (.+)$/m.exec(readFileSync(new URL(`${name}.md`, guides), 'utf8')) ?? [];
  return title ?? name;
}
