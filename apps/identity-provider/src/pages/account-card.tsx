import type { DemoAccount } from '../demo-accounts.js';

/** Shows the initials, name and email address of an account, and if the address is unverified. */
export function AccountCard({ account }: { readonly account: DemoAccount }) {
  return (
    <>
      <span class="initials" aria-hidden="true">
        {initialsOf(account.name)}
      </span>
      <span class="person">
        <span class="name">{account.name}</span> <span class="email">{account.email}</span>
        {!account.email_verified && <span class="unverified"> Email not verified</span>}
      </span>
    </>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const outer = words.length > 1 ? [words.at(0), words.at(-1)] : words;

  return outer.map((word) => /^./u.exec(word ?? '')?.[0].toUpperCase() ?? '').join('');
}
