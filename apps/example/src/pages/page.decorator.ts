import { applyDecorators, Header } from '@nestjs/common';

const CONTENT_SECURITY_POLICY = [
  `default-src 'none'`,
  `style-src 'self'`,
  `img-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

/** The headers of a page: nothing foreign is loaded, nobody frames it, no cache keeps it. */
export const Page = (): MethodDecorator =>
  applyDecorators(
    Header('Content-Type', 'text/html; charset=utf-8'),
    Header('Content-Security-Policy', CONTENT_SECURITY_POLICY),
    Header('Cache-Control', 'private, no-store'),
    Header('Referrer-Policy', 'no-referrer'),
    Header('X-Content-Type-Options', 'nosniff'),
    Header('X-Frame-Options', 'DENY'),
  );
