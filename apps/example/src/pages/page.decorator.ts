import { applyDecorators, Header } from '@nestjs/common';
import { pageHeaders } from './page-headers.js';

/**
 * Sends a handler's HTML with the headers of a page.
 * @param more - additional directives for the content security policy of this page
 */
export const Page = (more?: Readonly<Record<string, string>>): MethodDecorator =>
  applyDecorators(...pageHeaders(more).map(([name, value]) => Header(name, value)));
