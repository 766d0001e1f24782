import NextAuth from 'next-auth';
import Credentials from 'next-auth/providers/credentials';

/** Reads `AUTH_SECRET`. Sessions are in tokens, the default of Auth.js without an adapter. */
export const { handlers, auth } = NextAuth({
  trustHost: true,
  providers: [
    Credentials({
      credentials: { username: {}, password: { type: 'password' } },
      authorize: ({ username, password }) =>
        password === process.env.SITE_PASSWORD
          ? { id: `next-${username}`, name: username, email: `${username}@example.com` }
          : null,
    }),
  ],
});
