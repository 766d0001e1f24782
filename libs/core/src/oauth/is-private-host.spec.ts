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
    'https://192.0.0.8',
    'https://198.18.0.1',
    'https://198.19.255.254',
    'https://224.0.0.1',
    'https://239.255.255.250',
    'https://240.0.0.1',
    'https://255.255.255.255',
    'https://[::ffff:198.18.0.1]',
    'https://[::10.0.0.1]',
    'https://[64:ff9b::a00:1]',
    'https://[64:ff9b:1::a00:1]',
    'https://[2001:0:a00:1::1]',
    'https://[2002:a00:1::1]',
    'https://[fec0::1]',
    'https://[ff02::1]',
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
    'https://192.0.1.1',
    'https://198.17.255.254',
    'https://198.20.0.1',
    'https://223.255.255.254',
    'https://[::ffff:8.8.8.8]',
    'https://[2001:4860:4860::8888]',
    'https://[2003::1]',
    'https://[2606:4700::1111]',
    'https://localhost.example',
    'https://10.example',
  ])('takes %s for public', (url) => {
    expect(isPrivateHost(new URL(url).hostname)).toBe(false);
  });
});
