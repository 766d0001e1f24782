import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A document for users. */
export interface Guide {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** A file of the repository, by its path from the root. */
export function readFromRoot(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Whether the repository has a file or folder. */
export function isInRoot(path: string): boolean {
  return existsSync(join(ROOT, path));
}

/** The documents at the root, every guide, the design notes, and the README of each package. */
export function guides(): Guide[] {
  const inDocs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map(
    (name) => `docs/${name}`,
  );
  const ofPackages = libraries().map((name) => `libs/${name}/README.md`);
  return [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...inDocs,
    ...ofPackages,
    'deploy/README.md',
  ]
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path, text: readFromRoot(path) }));
}

/** The folders of the packages that are published. */
export function libraries(): string[] {
  return readdirSync(join(ROOT, 'libs')).filter((name) => isInRoot(`libs/${name}/package.json`));
}

/** A code block that repeats a file, which is compiled. */
export interface QuotedFile {
  readonly source: string;
  readonly code: string;
}

/** The blocks that follow `<!-- source: path -->`. */
export function quotedFiles({ text }: Guide): QuotedFile[] {
  const blocks = text.matchAll(/<!-- source: (\S+) -->\s+```\w+\n(.*?)\n```/gs);
  return [...blocks].map(([, source = '', code = '']) => ({ source, code }));
}

/** A link to a place in this repository. */
export interface GuideLink {
  readonly href: string;
  /** File or folder, from the root. */
  readonly path: string;
  /** Empty if the link leads to the whole file. */
  readonly anchor: string;
}

/** The links within the repository, including those to the same document. */
export function relativeLinks({ path, text }: Guide): GuideLink[] {
  const hrefs = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href);
  return hrefs
    .filter((href) => !/^[a-z][a-z\d+.-]*:/i.test(href))
    .map((href) => {
      const [target = '', anchor = ''] = href.split('#', 2);
      return { href, path: target === '' ? path : join(dirname(path), target), anchor };
    });
}

/** The address of the website that is built from the guides. */
const SITE = /https:\/\/authnest\.dev(?:\/([\w-]*))?(?:#([\w-]+))?/g;

/** The links to the website of the guides, with the source files of its pages. */
export function siteLinks({ text }: Guide): GuideLink[] {
  return [...text.matchAll(SITE)].map(([href, page, anchor = '']) => ({
    href,
    path: `docs/${page || 'README'}.md`,
    anchor,
  }));
}

/** The anchors that a forge gives to the headings of a document. */
export function anchorsOf(text: string): string[] {
  const headings = [...withoutCode(text).matchAll(/^#{1,6} +(.+?) *$/gm)];
  return headings.map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}

/** The section below a heading, up to the next one. */
export function sectionOf(text: string, heading: string): string {
  const [, section = ''] = text.split(`\n${heading}\n`);
  return section.split(/^#/m, 1)[0] ?? '';
}

function withoutCode(text: string): string {
  return text.replace(/^```.*?^```/gms, '');
}
