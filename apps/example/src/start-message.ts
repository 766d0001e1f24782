import { DEMO_ACCOUNTS } from '../../identity-provider/src/index.js';
import { UnfitEnvironment } from './environment.js';
import { DEMO_USERS } from './users/demo-users.js';

/** Returns the message after a successful start: the URLs, and who can sign in. */
export function startMessage(env: NodeJS.ProcessEnv): string {
  return `
  Example            ${env['AUTH_URL']}
  On another origin  ${env['PAGES_URL'] ?? 'none'}
  Identity provider  ${env['AUTH_DEMO_ISSUER']}
  Mail inbox         ${env['INBOX_URL'] ?? 'none'}

  Sign in by email with any address: the link is in the inbox.

  Or with the demo provider, without a password:
${DEMO_ACCOUNTS.map(({ name, email }) => row(name, email)).join('\n')}

  Or with email and password, as one of these or with an account that you create:
${DEMO_USERS.map(({ email, password }) => row(email, password)).join('\n')}

  Stop with Ctrl+C.
`;
}

/** Returns the message after a failed start: the reason, and what to do about it. */
export function startProblem(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const port = 'port' in error ? `${String(error.port)} ` : '';
    return `Port ${port}is in use. Stop the process that uses it, or choose other ports: PORT=3100 npm start (the page on another origin uses PAGES_PORT, or PORT + 1; the identity provider IDP_PORT, or PORT + 1000; the mail inbox INBOX_PORT and SMTP_PORT, or PORT + 2000 and the next one).`;
  }
  if (error instanceof UnfitEnvironment) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function row(left: string, right: string): string {
  return `    ${left.padEnd(22)}${right}`;
}
