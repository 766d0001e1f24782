import { receivedView } from './received-view.js';

describe('the headers of a handshake', () => {
  const rawHeaders = ['Host', 'app.example', 'Origin', 'null'];
  const headers = { host: 'app.example', origin: 'null' };

  it('are those that Node received', () => {
    const added = { ...headers, 'sec-fetch-site': 'same-origin' };
    expect(receivedView({ headers: added, rawHeaders }).headers).toEqual(headers);
    expect(receivedView({ headers: added, raw: { rawHeaders } }).headers).toEqual(headers);
  });

  it('are read by the getters of the request', () => {
    const request = {
      headers: { ...headers, 'x-forwarded-host': 'evil.test' } as Record<string, string>,
      rawHeaders,
      get host() {
        return this.headers['x-forwarded-host'] ?? this.headers['host'];
      },
    };
    expect([request.host, receivedView(request).host]).toEqual(['evil.test', 'app.example']);
  });

  it('are of the request itself if none was added', () => {
    const request = { headers, rawHeaders };
    expect(receivedView(request)).toBe(request);
    const unknown = { headers };
    expect(receivedView(unknown)).toBe(unknown);
  });
});
