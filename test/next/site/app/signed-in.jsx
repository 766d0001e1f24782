'use client';
import { SessionProvider, signIn, signOut, useSession } from 'next-auth/react';
import { useState } from 'react';

export function SignedIn({ basePath }) {
  return (
    <SessionProvider basePath={basePath}>
      <Status />
      <Actions />
    </SessionProvider>
  );
}

function Status() {
  const { data, status } = useSession();
  const { user, locale = '' } = data ?? {};
  return <p>{user ? `hello ${user.name} ${locale}`.trim() : status}</p>;
}

/** Each button shows what its function returns, as JSON. */
function Actions() {
  const { update } = useSession();
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState('');
  const actions = {
    'Sign in': () => signIn('credentials', { username: 'ada', password, redirect: false }),
    'Sign in and reload': () => signIn('credentials', { username: 'ada', password }),
    'Sign in with IdP': () => signIn('idp'),
    'Open the sign-in page': () => signIn(),
    'Sign out': () => signOut({ redirect: false }),
    'Sign out and reload': () => signOut(),
    'Speak French': () => update({ locale: 'fr' }),
    'Show orders': async () => (await fetch('/orders')).json(),
  };
  const show = async (act) => {
    setShown('');
    setShown(JSON.stringify(await act()));
  };
  return (
    <>
      <input aria-label="Password" onChange={({ target }) => setPassword(target.value)} />
      {Object.entries(actions).map(([name, act]) => (
        <button key={name} onClick={() => void show(act)}>
          {name}
        </button>
      ))}
      <output>{shown}</output>
    </>
  );
}
