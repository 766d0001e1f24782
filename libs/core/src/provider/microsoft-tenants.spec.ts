import { isEveryTenant, isOfTenant } from './microsoft-tenants.js';

const DOOR = 'https://login.microsoftonline.com';
const OURS = '11111111-2222-4333-8444-555555555555';
const OTHER = '99999999-8888-4777-a666-555555555555';
const PLACE = `${DOOR}/{tenantid}/v2.0`;
const B2C = 'https://ours.b2clogin.com';
const metadata = (issuer: string) => `${issuer}/.well-known/openid-configuration`;

describe('isEveryTenant', () => {
  it.each([
    `${DOOR}/common/v2.0`,
    `${DOOR}/common`,
    `${DOOR}/Common/v2.0/`,
    `${DOOR}:443/organizations/v2.0`,
    `${DOOR}/${OURS}/../common/v2.0`,
    'HTTPS://LOGIN.MICROSOFTONLINE.COM/common/v2.0',
    metadata(`${DOOR}/common/v2.0`),
    metadata(`${DOOR}/organizations`),
    `${DOOR}/common/oauth2/v2.0/token`,
    'https://login.microsoftonline.us/common/v2.0',
    'https://login.partner.microsoftonline.cn/organizations/v2.0',
    'https://login.windows.net/common',
    'https://sts.windows.net/common/',
    PLACE,
    'https://sts.windows.net/{tenantid}/',
    `${DOOR}/%7Btenantid%7D/v2.0`,
  ])('recognizes %s (V4)', (url) => expect(isEveryTenant(url)).toBe(true));

  it.each([
    `${DOOR}/${OURS}/v2.0`,
    `${DOOR}/contoso.onmicrosoft.com/v2.0`,
    `${DOOR}/consumers/v2.0`,
    `${DOOR}/commonwealth.example/v2.0`,
    DOOR,
    'https://idp.example/common/v2.0',
    `${B2C}/ours.onmicrosoft.com/b2c_1_in/v2.0`,
    'not a URL',
    undefined,
  ])('treats %s as one tenant or another provider', (url) => {
    expect(isEveryTenant(url)).toBe(false);
  });
});

describe('isOfTenant', () => {
  const domain = `${DOOR}/contoso.onmicrosoft.com/v2.0`;
  const ours = `${DOOR}/${OURS}/v2.0`;

  it.each([
    ['the placeholder, at the common endpoint', PLACE, `${DOOR}/common/v2.0`],
    ['our GUID, in capitals', `${DOOR}/${OURS}/v2.0`, `${DOOR}/${OURS.toUpperCase()}/v2.0`],
    ['our GUID, without a version', ours, `${DOOR}/${OURS}`],
    ['a GUID, at the endpoint of a domain', ours, domain],
    ['a GUID, with the metadata of a domain', ours, domain, metadata(domain)],
    [
      'a GUID, at the URL of a user flow',
      `${B2C}/${OURS}/v2.0/`,
      `${B2C}/ours.onmicrosoft.com/b2c_1_in/v2.0`,
    ],
  ])('accepts %s', (...[, reported = '', issuer = '', wellKnown]: readonly string[]) => {
    expect(isOfTenant(reported, { issuer, wellKnown })).toBe(true);
  });

  it.each([
    ['the placeholder, if a GUID is configured', PLACE, ours],
    ['the placeholder, with the common metadata', PLACE, ours, metadata(`${DOOR}/common/v2.0`)],
    ['another GUID', `${DOOR}/${OTHER}/v2.0`, ours],
    [
      'another GUID, with its own metadata',
      `${DOOR}/${OTHER}/v2.0`,
      ours,
      metadata(`${DOOR}/${OTHER}/v2.0`),
    ],
    ['the placeholder, if a domain is configured', PLACE, domain],
    [
      'a GUID, with the metadata of another tenant',
      `${DOOR}/${OTHER}/v2.0`,
      domain,
      metadata(`${DOOR}/${OTHER}/v2.0`),
    ],
    [
      'a GUID, with the common metadata',
      `${DOOR}/${OTHER}/v2.0`,
      domain,
      metadata(`${DOOR}/common/v2.0`),
    ],
    ['our GUID at another host', `https://evil.test/${OURS}/v2.0`, ours],
    ['another path at another provider', 'https://idp.example/b', 'https://idp.example/a'],
  ])('refuses %s (V4)', (...[, reported = '', issuer = '', wellKnown]: readonly string[]) => {
    expect(isOfTenant(reported, { issuer, wellKnown })).toBe(false);
  });
});
