import { readdirSync, readFileSync } from 'node:fs';

const guides = new URL('../../docs/', import.meta.url);

/** In the order in which most people need them. */
const GROUPS = {
  Start: ['getting-started', 'configuration', 'guards', 'testing'],
  'Ways to sign in': [
    'providers',
    'provider-list',
    'email',
    'passkeys',
    'linking-accounts',
    'provider-tokens',
    'redirect-proxy',
  ],
  'Sessions and pages': [
    'sessions',
    'logout',
    'pages',
    'client',
    'single-page-applications',
    'events-and-callbacks',
    'own-steps',
    'limits',
    'http-api',
  ],
  Stores: ['typeorm', 'replicas', 'migrations', 'adapters', 'record-store', 'redis'],
  'In production': [
    'deployment',
    'scale',
    'security',
    'upgrading',
    'taking-over-auth-js',
    'from-passport',
  ],
  'When it does not work': ['troubleshooting', 'errors'],
};

/** Returns every guide; the last group contains those that no other group names. */
export function sidebar() {
  const named = new Set(['README', ...Object.values(GROUPS).flat()]);
  const others = guideNames().filter((name) => !named.has(name));
  const groups = Object.entries(GROUPS).map(([text, names]) => group(text, names));

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
