import 'reflect-metadata';
import { AuthModule } from '@authnest/core';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';

@Module({
  imports: [
    AuthModule.forRoot({
      secret: 'a-secret-of-a-fixture-0123456789abcdef',
      trustHost: true,
      providers: [
        {
          id: 'credentials',
          name: 'Credentials',
          type: 'credentials',
          credentials: {},
          authorize: () => ({ id: 'jane', name: 'jane' }),
        },
      ],
      // Makes the session fill two cookies, so that a sign-in sets many.
      callbacks: { jwt: ({ token }) => ({ ...token, filler: 'x'.repeat(3500) }) },
    }),
  ],
})
class AppModule {}

// Signs in with Fastify's `inject`, without a socket, and prints the status and the cookies.
const options = { logger: false } as const;
const app = await NestFactory.create<NestFastifyApplication>(
  AppModule,
  new FastifyAdapter(),
  options,
);
await app.init();
const fastify = app.getHttpAdapter().getInstance();
await fastify.ready();
const asked = await fastify.inject('/auth/csrf');
const { csrfToken } = asked.json<{ csrfToken: string }>();
const response = await fastify.inject({
  method: 'POST',
  url: '/auth/callback/credentials',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  cookies: Object.fromEntries(asked.cookies.map(({ name, value }) => [name, value])),
  payload: `${new URLSearchParams({ csrfToken, callbackUrl: '/home' })}`,
});
console.log(JSON.stringify([response.statusCode, [response.headers['set-cookie']].flat()]));
await app.close();
