import { fromWeb } from './web-exchange.js';

async function posted(body: string, type = 'application/x-www-form-urlencoded') {
  const headers = { 'content-type': type };
  const request = new Request('https://app.example/auth/signout', {
    method: 'POST',
    headers,
    body,
  });
  const read = fromWeb(request, '/auth', request);
  await read.receive?.(1000);
  return read;
}

describe('fromWeb', () => {
  it.each([
    ['a=1', 'Application/X-WWW-Form-Urlencoded'],
    ['{"a":"1"}', 'APPLICATION/JSON'],
    ['{"a":"1"}', 'Application/Json; Charset=UTF-8'],
  ])('reads %s of the type %s', async (body, type) => {
    expect({ ...(await posted(body, type)).body }).toEqual({ a: '1' });
  });

  it('lists form fields that were sent twice, and uses the last value of each (C06)', async () => {
    const { body, repeated } = await posted('a=1&b=2&a=3&a=4');

    expect({ ...body }).toEqual({ a: '4', b: '2' });
    expect(repeated).toEqual(['a']);
  });

  it('refuses a form with a huge number of fields quickly (E16, N5)', async () => {
    const many = Array.from({ length: 60_000 }, (_, index) => `f${index}=`).join('&');
    const began = process.cpuUsage();

    const read = await posted(many);

    expect(() => read.body).toThrow('more than 1000 values');
    expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
  });
});
