// The website of the guides: the Markdown of docs/ as it is, with navigation, search and a home page.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { home } from './home.mjs';
import { anchorOf, linkToRepository } from './markdown.mjs';
import { sidebar } from './sidebar.mjs';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const vue = new URL('../node_modules/vue', import.meta.url);
const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '');

export default defineConfig({
  title: 'Authnest',
  description: manifest.description,
  lang: 'en',
  srcDir: '../docs',
  // For those who change the code: read in the repository.
  srcExclude: ['design/**'],
  outDir: 'dist',
  cacheDir: 'node_modules/.cache/vitepress',
  cleanUrls: true,
  // The addresses in log lines and on package pages; on a forge, README.md is what a folder shows.
  sitemap: { hostname: manifest.homepage },
  rewrites: { 'README.md': 'index.md' },
  head: [['link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }]],
  vite: {
    publicDir: fileURLToPath(new URL('../public', import.meta.url)),
    build: { chunkSizeWarningLimit: 2000 },
    // The guides are outside of this package, where its dependencies are not found.
    resolve: { alias: [{ find: /^vue(?=$|\/)/, replacement: fileURLToPath(vue) }] },
  },
  markdown: {
    anchor: { slugify: anchorOf },
    config: (markdown) => linkToRepository(markdown, repository),
  },
  transformPageData(page) {
    if (page.filePath === 'README.md') page.frontmatter = { ...page.frontmatter, ...home };
  },
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      { text: 'Getting started', link: '/getting-started' },
      { text: 'Configuration', link: '/configuration' },
      { text: 'Providers', link: '/provider-list' },
      { text: 'Errors', link: '/errors' },
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: repository }],
    editLink: { pattern: `${repository}/edit/main/docs/:path`, text: 'Edit this page' },
    footer: { message: 'MIT License' },
  },
});
