import { onSession, signIn, signOut } from '@authnest/client';

const form = document.querySelector('form')!;
const greeting = document.querySelector('p')!;
const problem = document.querySelector('[role=alert]')!;

onSession(({ status, session }) => {
  form.hidden = status === 'loading' || !!session;
  greeting.hidden = !session;
  const name = session?.user?.name ?? session?.user?.email;
  greeting.querySelector('span')!.textContent = `Hello ${name}`;
});

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(form));
  const result = await signIn('password', { ...fields, redirect: false });
  problem.textContent = result.ok ? '' : result.message;
});

greeting.querySelector('button')!.addEventListener('click', () => signOut({ redirect: false }));
