CREATE TABLE "User" (
  id text PRIMARY KEY,
  name text,
  email text NOT NULL UNIQUE,
  "emailVerified" timestamp(3),
  image text
);
CREATE TABLE "Account" (
  "userId" text NOT NULL REFERENCES "User" (id) ON DELETE CASCADE,
  type text NOT NULL,
  provider text NOT NULL,
  "providerAccountId" text NOT NULL,
  refresh_token text,
  access_token text,
  expires_at integer,
  token_type text,
  scope text,
  id_token text,
  session_state text,
  PRIMARY KEY (provider, "providerAccountId")
);
CREATE TABLE "Session" (
  "sessionToken" text PRIMARY KEY,
  "userId" text NOT NULL REFERENCES "User" (id) ON DELETE CASCADE,
  expires timestamp(3) NOT NULL
);
CREATE TABLE "VerificationToken" (
  identifier text NOT NULL,
  token text NOT NULL,
  expires timestamp(3) NOT NULL,
  PRIMARY KEY (identifier, token)
);
CREATE TABLE "Authenticator" (
  "credentialID" text NOT NULL UNIQUE,
  "userId" text NOT NULL REFERENCES "User" (id) ON DELETE CASCADE,
  "providerAccountId" text NOT NULL,
  "credentialPublicKey" text NOT NULL,
  counter integer NOT NULL,
  "credentialDeviceType" text NOT NULL,
  "credentialBackedUp" boolean NOT NULL,
  transports text,
  PRIMARY KEY ("userId", "credentialID")
);
