import { renderLayout, SIGN_IN_URL } from '../pages/layout.js';

interface Words {
  readonly title: string;
  readonly text: string;
}

const WORDS: ReadonlyMap<number, Words> = new Map([
  [401, { title: 'Please sign in', text: 'You need to sign in to see this page.' }],
  [
    403,
    {
      title: 'No access',
      text: 'You are signed in, but you do not have permission to open this page.',
    },
  ],
  [404, { title: 'Page not found', text: 'There is no page at this address. Check the spelling.' }],
  [
    503,
    {
      title: 'Please try again',
      text: 'Your session could not be checked. You are not signed out; try again in a moment.',
    },
  ],
]);

const FAULT = {
  title: 'Something went wrong',
  text: 'An error occurred on the server; details are in the log.',
};
const REFUSAL = { title: 'That did not work', text: 'The request could not be processed.' };

/** Renders the page for an HTTP status, with links and without details of the error. */
export function renderErrorPage(status: number): string {
  const { title, text } = WORDS.get(status) ?? (status < 500 ? REFUSAL : FAULT);
  return renderLayout({
    title,
    content: (
      <div class="notice">
        <p class="status">{status}</p>
        <h1>{title}</h1>
        <p class="lead">{text}</p>
        <p class="actions">
          {status === 401 && (
            <a class="button primary" href={SIGN_IN_URL}>
              Sign in
            </a>
          )}
          <a class="button" href="/">
            Go to the home page
          </a>
        </p>
      </div>
    ),
  });
}
