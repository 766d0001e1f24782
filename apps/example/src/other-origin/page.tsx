/** @jsxImportSource react */
import { AuthProvider, useSession } from '@authnest/client/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { authClient } from './auth-client.js';

const root = document.querySelector('[data-api]') as HTMLElement;
// A page of Vite reads it from `import.meta.env.VITE_API_URL`.
const api = root.dataset['api'] ?? '';
const auth = authClient(api);

function Account() {
  const { status, session } = useSession();
  const [answer, setAnswer] = useState('');

  async function callApi() {
    const response = await fetch(`${api}/api/me`, { credentials: 'include' });
    setAnswer(await response.text());
  }

  async function addPasskey() {
    const result = await auth.addPasskey();
    setAnswer(result.ok ? 'This device has a passkey now.' : result.message);
  }

  if (status === 'loading') return null;
  if (status === 'unavailable') return <p role="alert">The API does not answer.</p>;
  if (!session) return <SignIn />;
  return (
    <>
      <p className="lead">
        Hello <strong>{session.user?.name ?? session.user?.email}</strong>, this page and the API
        are two origins of one site.
      </p>
      <p className="actions">
        <button className="button primary" onClick={() => void callApi()}>
          Call the API
        </button>
        <button className="button" onClick={() => void addPasskey()}>
          Add a passkey
        </button>
        <button className="button" onClick={() => void auth.signOut({ redirect: false })}>
          Sign out
        </button>
      </p>
      <p role="status">{answer}</p>
    </>
  );
}

function SignIn() {
  const refused = new URLSearchParams(location.search).has('error');
  const [problem, setProblem] = useState(refused ? 'The sign-in failed.' : '');

  async function submit(form: FormData) {
    setProblem((await auth.signInWithPassword(Object.fromEntries(form))) ?? '');
  }

  async function usePasskey() {
    const result = await auth.signInWithPasskey();
    setProblem(result.ok ? '' : result.message);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit(new FormData(event.currentTarget));
      }}
    >
      <label>
        Email
        <input name="email" type="email" autoComplete="username" required />
      </label>
      <label>
        Password
        <input name="password" type="password" autoComplete="current-password" required />
      </label>
      <p role="alert">{problem}</p>
      <p className="actions">
        <button className="button primary">Sign in</button>
        <button className="button" type="button" onClick={() => void auth.signIn('demo')}>
          Continue with the demo provider
        </button>
        <button className="button" type="button" onClick={() => void usePasskey()}>
          Use a passkey
        </button>
      </p>
    </form>
  );
}

createRoot(root).render(
  <AuthProvider client={auth}>
    <Account />
  </AuthProvider>,
);
