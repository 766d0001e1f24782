import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A document for users. */
export interface Guide {
  /** The path from the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** Reads a file in the repository by its path from the root. */
export function readFromRoot(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Whether a file or folder exists in the repository. */
export function isInRoot(path: string): boolean {
  return existsSync(join(ROOT, path));
}

/** Returns the documents at the root, all guides and design notes, and each package's README. */
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

/** Returns the folders of the published packages. */
export function libraries(): string[] {
  return readdirSync(join(ROOT, 'libs')).filter((name) => isInRoot(`libs/${name}/package.json`));
}

/** A code block that quotes a file, which is compiled. */
export interface QuotedFile {
  readonly source: string;
  readonly code: string;
}

/** Returns the code blocks that follow `<!-- source: path -->`. */
export function quotedFiles({ text }: Guide): QuotedFile[] {
  const blocks = text.matchAll(/<!-- source: (\S+) -->\s+```\w+\n(.*?)\n```/gs);
  return [...blocks].map(([, source = '', code = '']) => ({ source, code }));
}

/** A link to a place in this repository. */
export interface GuideLink {
  readonly href: string;
  /** The file or folder, as a path from the root. */
  readonly path: string;
  /** Empty if the link refers to the whole file. */
  readonly anchor: string;
}

/** Returns the links within the repository, including those to the same document. */
export function relativeLinks({ path, text }: Guide): GuideLink[] {
  const hrefs = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href);
  return hrefs
    .filter((href) => !/^[a-z][a-z\d+.-]*:/i.test(href))
    .map((href) => {
      const [target = '', anchor = ''] = href.split('#', 2);
      return { href, path: target === '' ? path : join(dirname(path), target), anchor };
    });
}

/** Matches links to the website that is built from the guides. */
const SITE = /https:\/\/authnest\.dev(?:\/([\w-]*))?(?:#([\w-]+))?/g;

/** Returns the links to that website, with the source files of its pages. */
export function siteLinks({ text }: Guide): GuideLink[] {
  return [...text.matchAll(SITE)].map(([href, page, anchor = '']) => ({
    href,
    path: `docs/${page || 'README'}.md`,
    anchor,
  }));
}

/** Returns the anchors that GitHub and similar sites generate for headings. */
export function anchorsOf(text: string): string[] {
  const headings = [...withoutCode(text).matchAll(/^#{1,6} +(.+?) *$/gm)];
  return headings.map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}

/** Returns the text between a heading and the next one. */
export function sectionOf(text: string, heading: string): string {
  const [, section = ''] = text.split(`\n${heading}\n`);
  return section.split(/^#/m, 1)[0] ?? '';
}

function withoutCode(text: string): string {
  return text.replace(/^```.*?^```/gms, '');
}
