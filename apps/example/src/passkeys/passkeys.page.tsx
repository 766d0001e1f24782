import type { PasskeySummary, User } from '@authnest/core';
import { renderLayout } from '../pages/layout.js';

/** Content of the page of passkeys. */
export interface PasskeysPageProps {
  readonly user: User;
  readonly passkeys: readonly PasskeySummary[];
  /** The device of the session, which is suggested as a name. */
  readonly device?: string;
}

/** Renders the page on which users list, rename, add and remove their passkeys. */
export function renderPasskeysPage({ user, passkeys, device }: PasskeysPageProps): string {
  return renderLayout({
    title: 'Passkeys',
    path: '/passkeys',
    user,
    script: '/assets/passkeys.js',
    content: (
      <section class="card">
        <h1>Your passkeys</h1>
        <p class="lead">
          {passkeys.length > 0
            ? 'Each of them signs you in without a password.'
            : 'None yet. With a passkey, you sign in by fingerprint, face or screen lock.'}
        </p>
        <ol>
          {passkeys.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} device={device} />
          ))}
        </ol>
        <p class="actions">
          <button class="button primary" id="add" type="button">
            Add a passkey
          </button>
        </p>
        <p role="status" />
      </section>
    ),
  });
}

interface PasskeyProps {
  readonly passkey: PasskeySummary;
  readonly device?: string;
}

function Passkey({ passkey, device }: PasskeyProps) {
  const { id, name, deviceType, backedUp } = passkey;
  const where = deviceType === 'multiDevice' ? 'on several devices' : 'on one device';
  return (
    <li>
      <form method="post" action="/passkeys/name">
        <input type="hidden" name="id" value={id} />
        <input
          name="name"
          aria-label="Name of the passkey"
          value={name ?? device ?? ''}
          maxLength={64}
          required
        />
        <button class="button">{name ? 'Rename' : 'Save name'}</button>
      </form>
      <span>
        {where}
        {backedUp && ', backed up'}
      </span>
      <form method="post" action="/passkeys/remove">
        <input type="hidden" name="id" value={id} />
        <button class="button">Remove</button>
      </form>
    </li>
  );
}
