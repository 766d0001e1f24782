import { ACCOUNT_URL } from '../pages/layout.js';

interface Place {
  readonly href: string;
  readonly title: string;
  readonly text: string;
}

const PLACES: readonly Place[] = [
  {
    href: ACCOUNT_URL,
    title: 'Your account',
    text: 'Name, address, password, ways to sign in, export and deletion: a page of the module.',
  },
  {
    href: '/protected',
    title: 'Protected page',
    text: 'A guard on one controller. If you are signed out, you are asked to sign in first.',
  },
  {
    href: '/passkeys',
    title: 'Passkeys',
    text: 'Add, name and remove passkeys, with the service that your application injects.',
  },
  {
    href: '/sessions',
    title: 'Sessions',
    text: 'The browsers in which you are signed in. End one other session, all others, or all.',
  },
  {
    href: '/provider-api',
    title: "The provider's API",
    text: 'Called with the token from your sign-in, which is refreshed when necessary.',
  },
  {
    href: '/audit',
    title: 'Audit trail',
    text: 'What happened to your account, recorded by a listener of the events.',
  },
  {
    href: '/api/me',
    title: 'API',
    text: 'The same guard for programs: 401 without a session, your user with one.',
  },
];

/** A page of another origin, if there is one. */
const elsewhere = (): readonly Place[] => {
  const { PAGES_URL } = process.env;
  const text = 'A React page that calls this API from another port, with the client for pages.';
  return PAGES_URL ? [{ href: PAGES_URL, title: 'Another origin', text }] : [];
};

/** Links to the pages that each show one feature. */
export function LookAround() {
  return (
    <section>
      <h2>Look around</h2>
      <div class="cards">
        {[...PLACES, ...elsewhere()].map(({ href, title, text }) => (
          <article key={href} class="link">
            <h3>
              <a href={href}>{title}</a>
            </h3>
            <p>{text}</p>
          </article>
        ))}
      </div>
    </section>
  );
}
