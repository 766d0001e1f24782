// Looks at the built pages: every link leads to a page and a heading that are there, and nothing is
// loaded from another host.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

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

for (const problem of new Set(problems)) console.log(`FAIL ${problem}`);
console.log(`${pages.size} pages, ${problems.length} problems`);
process.exitCode = problems.length > 0 || pages.size < 20 ? 1 : 0;
