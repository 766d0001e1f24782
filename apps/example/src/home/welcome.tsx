import { Code } from '../pages/code.js';
import { SIGN_IN_URL } from '../pages/layout.js';

/** An introduction to Authnest for new visitors. */
export function Welcome() {
  return (
    <section class="hero">
      <div>
        <p class="status">You are signed out</p>
        <h1>Sign-in for NestJS</h1>
        <p class="lead">
          Authnest is a module that brings OpenID Connect and OAuth, emailed links, passkeys and
          passwords to a NestJS application, with sessions, ready-made pages and a guard. This
          example has all of it, and runs entirely on this machine.
        </p>
        <p class="actions">
          <a class="button primary" href={SIGN_IN_URL}>
            Sign in
          </a>
          <a class="button" href="/protected">
            Try the protected page
          </a>
        </p>
      </div>
      <Code lines={GUARDED} />
    </section>
  );
}

const GUARDED = [
  "@Controller('orders')",
  '@UseGuards(SessionGuard)',
  'class OrdersController {',
  '  @Get()',
  '  list(@CurrentUser() user: User) {',
  '    return this.orders.of(user.id);',
  '  }',
  '}',
];
