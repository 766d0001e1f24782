import { isPrivateHost } from './is-private-host.js';

describe('isPrivateHost', () => {
  it.each([
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://0.0.0.0',
    'https://10.1.2.3',
    'https://172.16.0.1',
    'https://172.31.255.254',
    'https://192.168.0.1',
    'https://169.254.169.254',
    'https://100.64.0.1',
    'https://[::1]',
    'https://[::]',
    'https://[fd00::1]',
    'https://[fe80::1]',
    'https://[::ffff:10.0.0.1]',
    'https://[64:ff9b::a00:1]',
    'https://localhost',
    'https://LOCALHOST.',
    'https://a.localhost',
    'https://printer.local',
    'https://db.internal',
  ])('A58 knows %s', (url) => {
    expect(isPrivateHost(new URL(url).hostname)).toBe(true);
  });

  it.each([
    'https://idp.example',
    'https://8.8.8.8',
    'https://172.32.0.1',
    'https://100.128.0.1',
    'https://[2606:4700::1111]',
    'https://localhost.example',
    'https://10.example',
  ])('takes %s for public', (url) => {
    expect(isPrivateHost(new URL(url).hostname)).toBe(false);
  });
});
