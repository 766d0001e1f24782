/** A complete response of a server, as text. */
export interface ReadResponse {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

const HEAD_END = '\r\n\r\n';
const CONTENT_LENGTH = /\r\ncontent-length: (\d+)/i;

/**
 * Parses the responses that a connection receives, one at a time.
 * @see RFC 9112 section 6.2
 */
export class ResponseReader {
  private received = '';

  /**
   * Adds received data.
   * @returns the response, or undefined until it is complete
   * @throws {Error} if the response has no `Content-Length`
   */
  add(chunk: Buffer): ReadResponse | undefined {
    this.received += chunk.toString('latin1');
    const headEnd = this.received.indexOf(HEAD_END);
    if (headEnd === -1) return undefined;
    const head = this.received.slice(0, headEnd);
    const [, length] = CONTENT_LENGTH.exec(head) ?? [];
    if (length === undefined) throw new Error(`a response without Content-Length: ${head}`);
    const bodyStart = headEnd + HEAD_END.length;
    if (this.received.length < bodyStart + Number(length)) return undefined;
    const body = this.received.slice(bodyStart);
    this.received = '';
    return { status: Number(head.slice(9, 12)), head, body };
  }
}
