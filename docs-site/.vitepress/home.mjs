/** What the first page shows above the list of guides. */
export const home = {
  layout: 'home',
  hero: {
    name: 'Authnest',
    text: 'Sign-in for NestJS',
    tagline:
      'OpenID Connect, OAuth 2.0, emailed links, passkeys and passwords in one module: sessions, ready-made pages, limits on guessing, and a guard.',
    image: { src: '/icon.svg', alt: '' },
    actions: [
      { text: 'Get started', link: '/getting-started', theme: 'brand' },
      { text: 'Guides', link: '#guides', theme: 'alt' },
    ],
  },
  features: [
    {
      title: 'Native',
      details: 'Controllers, guards, decorators and providers of Nest, on Express and on Fastify.',
      link: '/guards',
    },
    {
      title: '93 providers',
      details: 'GitHub, Google, Microsoft, Apple and others. An id and a secret is all they need.',
      link: '/provider-list',
    },
    {
      title: 'Your database, or none',
      details: 'Sessions in a sealed cookie, in your TypeORM DataSource, or in any store.',
      link: '/sessions',
    },
    {
      title: 'Complete pages',
      details: 'Light and dark, by keyboard and without JavaScript. Or pages of your own.',
      link: '/pages',
    },
    {
      title: 'Closed by default',
      details: 'CSRF and origin checks, limits on guessing, redirects that stay with you.',
      link: '/security',
    },
    {
      title: 'One session with Next.js',
      details: 'Cookies, tokens and tables are those of Auth.js, so both sides share a session.',
      link: '/taking-over-auth-js',
    },
  ],
};
