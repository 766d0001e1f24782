import { posix } from 'node:path';

/** The anchor that a forge gives to a heading, so that a link works there and here. */
export function anchorOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** Leads links to what the website lacks (`../SECURITY.md`, `design/`) to the repository. */
export function linkToRepository(markdown, repository) {
  const { link_open: open } = markdown.renderer.rules;

  markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const href = tokens[index].attrGet('href') ?? '';
    const path = posix.join('docs', posix.dirname(env.relativePath ?? ''), href);
    if (!isOnWebsite(href, path)) tokens[index].attrSet('href', `${repository}/blob/main/${path}`);

    return open
      ? open(tokens, index, options, env, self)
      : self.renderToken(tokens, index, options);
  };
}

function isOnWebsite(href, path) {
  return /^(?:[a-z][a-z\d+.-]*:|[#/])/i.test(href) || /^docs\/(?!design\/)/.test(path);
}
