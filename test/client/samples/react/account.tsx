import { signIn, signOut } from '@authnest/client';
import { useSession } from '@authnest/client/react';
import { useActionState } from 'react';

export function Account() {
  const { status, session } = useSession();
  const [{ email, problem }, submit, isPending] = useActionState(logIn, { email: '', problem: '' });

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
    <form action={submit}>
      <input name="email" defaultValue={email} autoComplete="username" aria-label="Email" />
      <input
        name="password"
        type="password"
        autoComplete="current-password"
        aria-label="Password"
      />
      <button disabled={isPending}>Sign in</button>
      <p role="alert">{problem}</p>
    </form>
  );
}

/** React empties the form afterwards, so the email is returned as well. */
async function logIn(_before: unknown, form: FormData) {
  const result = await signIn('password', { ...Object.fromEntries(form), redirect: false });
  return { email: String(form.get('email')), problem: result.ok ? '' : result.message };
}
