// Looks at the built pages: every link leads to a page and a heading that are there, nothing is loaded
// from another host, and the search finds what people type.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import MiniSearch from 'minisearch';

const dist = fileURLToPath(new URL('dist/', import.meta.url));
const files = readdirSync(dist, { recursive: true }).map(String);

const pages = new Map(
  files
    .filter((file) => file.endsWith('.html') && file !== '404.html')
    .map((file) => [
      `/${file.replace(/(?:index)?\.html$/, '')}`,
      readFileSync(dist + file, 'utf8'),
    ]),
);

const all = (text, pattern) => [...text.matchAll(pattern)].map(([, value]) => value);
const headings = new Map([...pages].map(([path, html]) => [path, all(html, /\sid="([^"]+)"/g)]));

function isDead(from, href) {
  const { origin, pathname, hash } = new URL(href, `https://site${from}`);
  if (origin !== 'https://site' || files.includes(pathname.slice(1))) return false;
  const anchors = headings.get(pathname);
  return !anchors || (hash !== '' && !anchors.includes(decodeURIComponent(hash.slice(1))));
}

const problems = [...pages].flatMap(([path, html]) => {
  const links = all(html, /<a\s[^>]*?href="([^"]+)"/g).filter((href) => isDead(path, href));
  const loads = all(
    html,
    /<(?:script|img|iframe|link rel="(?:stylesheet|preload|modulepreload|icon)")[^>]*? (?:src|href)="((?:https?:)?\/\/[^"]+)"/g,
  );
  return [
    ...links.map((href) => `${path}: the link ${href} leads nowhere`),
    ...loads.map((href) => `${path}: ${href} is loaded from another host`),
  ];
});
const styles = files.filter((file) => file.endsWith('.css'));
for (const file of styles) {
  const hosts = all(readFileSync(dist + file, 'utf8'), /url\(["']?((?:https?:)?\/\/[^)"']+)/g);
  problems.push(...hosts.map((href) => `${file}: ${href} is loaded from another host`));
}

/** What people type, and the page that one of the first five results has to be on. */
const QUESTIONS = {
  'refresh token': '/provider-tokens',
  'sign in with Google': '/provider-list',
  'behind nginx': '/deployment',
  'own users table': '/own-users-table',
  'move from auth0': '/passwords',
  register: '/passwords',
  'forgot password': '/passwords',
  'sign out everywhere': '/sessions',
};
const [index] = files.filter((file) => file.includes('@localSearchIndex'));
const { default: json } = await import(new URL(`dist/${index}`, import.meta.url));
// The settings of the search box of VitePress.
const search = MiniSearch.loadJSON(json, {
  fields: ['title', 'titles', 'text'],
  storeFields: ['title', 'titles'],
  searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
});
for (const [question, page] of Object.entries(QUESTIONS)) {
  const found = search
    .search(question)
    .slice(0, 5)
    .map(({ id }) => id);
  if (found.some((id) => id.split('#', 1)[0] === page)) continue;
  problems.push(`search: "${question}" finds ${found.join(', ')} and not ${page}`);
}

for (const problem of new Set(problems)) console.log(`FAIL ${problem}`);
console.log(`${pages.size} pages, ${problems.length} problems`);
process.exitCode = problems.length > 0 || pages.size < 20 ? 1 : 0;
