import { renderLayout, SIGN_IN_URL } from '../pages/layout.js';

interface Words {
  readonly title: string;
  readonly text: string;
}

const WORDS: ReadonlyMap<number, Words> = new Map([
  [401, { title: 'Please sign in', text: 'This address is for people who are signed in.' }],
  [403, { title: 'Not for you', text: 'You are signed in, but may not see this.' }],
  [404, { title: 'Nothing here', text: 'No page has this address. Was it typed by hand?' }],
  [
    503,
    {
      title: 'Please try again',
      text: 'It could not be checked who you are. You are still signed in; try again in a moment.',
    },
  ],
]);

const FAULT = { title: 'That went wrong', text: 'It is our fault. What happened is in the log.' };
const REFUSAL = { title: 'That did not work', text: 'The request was not understood.' };

/** Says what a status means, and where to go from there; nothing of the error itself. */
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
