import type { IncomingMessage } from 'node:http';

const MAX_FORM_BYTES = 8 * 1024;

/**
 * Reads a submitted HTML form.
 * @returns an empty form if the body is longer than 8 KiB; no page of this provider sends that much
 */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    // The rest is still read: leaving the loop would close the connection before the response.
    if (bytes <= MAX_FORM_BYTES) chunks.push(buffer);
  }

  return new URLSearchParams(bytes > MAX_FORM_BYTES ? '' : Buffer.concat(chunks).toString('utf8'));
}
