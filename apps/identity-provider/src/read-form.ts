import type { IncomingMessage } from 'node:http';

const MAX_FORM_BYTES = 8 * 1024;

/**
 * Reads a submitted HTML form.
 * @returns an empty form when the body is longer than 8 KiB, which no page of ours sends
 */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    // The rest is still read, since leaving the loop would end the connection before the response.
    if (bytes <= MAX_FORM_BYTES) chunks.push(buffer);
  }

  return new URLSearchParams(bytes > MAX_FORM_BYTES ? '' : Buffer.concat(chunks).toString('utf8'));
}
