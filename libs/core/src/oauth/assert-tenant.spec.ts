import { assertTenant } from './assert-tenant.js';

const TENANT = 'ab12cd34-0000-4000-8000-00000000000a';
const provider = { tenants: new Set([TENANT]) };

describe('the tenant of an ID token', () => {
  it.each([TENANT, TENANT.toUpperCase()])('may be the listed one, in any case: %s (A40)', (tid) => {
    expect(() => assertTenant(provider, { tid })).not.toThrow();
  });

  it.each([[undefined], [null], [''], [[TENANT]], [`${TENANT} `], [TENANT.replace('a', 'b')]])(
    'must be listed, and is not if it is %j (A40)',
    (tid) => {
      expect(() => assertTenant(provider, { tid })).toThrow('not listed in `tenants`');
    },
  );

  it('may be any if none are listed', () => {
    expect(() => assertTenant({ tenants: undefined }, { tid: 'other' })).not.toThrow();
    expect(() => assertTenant({ tenants: undefined }, {})).not.toThrow();
  });
});
