import { signIn, signOut } from '@authnest/client';
import { useSession } from '@authnest/client/react';
import { useState } from 'react';

export function Account() {
  const { status, session } = useSession();
  const [problem, setProblem] = useState('');

  async function submit(form: FormData) {
    const fields = Object.fromEntries(form);
    const result = await signIn('password', { ...fields, redirect: false });
    setProblem(result.ok ? '' : result.message);
  }

  if (status === 'loading') return null;
  if (session) {
    return (
      <p>
        Hello {session.user?.name ?? session.user?.email}{' '}
        <button onClick={() => signOut({ redirect: false })}>Sign out</button>
      </p>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit(new FormData(event.currentTarget));
      }}
    >
      <input name="email" autoComplete="username" aria-label="Email" />
      <input name="password" type="password" aria-label="Password" />
      <button>Sign in</button>
      <p role="alert">{problem}</p>
    </form>
  );
}
