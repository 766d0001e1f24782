import type { OAuthConfig, OIDCConfig } from '@authnest/core';
import * as providers from './index.js';

type Restricted = OAuthConfig<never> | OIDCConfig<never>;
type Row = readonly [
  name: string,
  parameter: string,
  provider: Restricted,
  fits: object,
  others: object[],
];

const params = (own: object) => ({ authorization: { params: { ...own } } });
const OWNER = 'urn:zitadel:iam:user:resourceowner';

/** Test cases: the restriction of a preset, a profile that meets it, and some that do not. */
const ROWS: Row[] = [
  row('organization', providers.Auth0(params({ organization: 'org_1' })), { org_id: 'org_1' }, [
    { org_id: 'org_2' },
    { org_name: 'org_1' },
  ]),
  row('organization', providers.Auth0(params({ organization: 'Corp' })), { org_name: 'corp' }, [
    { org_name: 'other' },
    { org_id: 'corp' },
  ]),
  row('tenant', providers.BoxyHQSAML(params({ tenant: 'a' })), { requested: { tenant: 'a' } }, [
    { requested: { tenant: 'b' } },
    { requested: {} },
  ]),
  row('product', providers.BoxyHQSAML(params({ product: 'p' })), { requested: { product: 'p' } }, [
    { requested: { product: 'q' } },
  ]),
  row('tenantId', providers.FusionAuth({ tenantId: 't-1' }), { tid: 't-1' }, [{ tid: 't-2' }]),
  row('org_code', providers.Kinde(params({ org_code: 'org_1' })), { org_codes: ['o', 'org_1'] }, [
    { org_codes: ['org_2'] },
    { org_codes: 'org_1' },
  ]),
  row('domain', providers.Osso(params({ domain: 'a.test' })), { requested: { domain: 'a.test' } }, [
    { requested: { domain: 'b.test' } },
  ]),
  row('team', providers.Slack(params({ team: 'T1' })), { 'https://slack.com/team_id': 'T1' }, [
    { 'https://slack.com/team_id': 'T2' },
  ]),
  row('connection', providers.WorkOS({ connection: 'conn_1' }), { connection_id: 'conn_1' }, [
    { connection_id: 'conn_2' },
  ]),
  row('organization', providers.WorkOS({ organization: 'org_1' }), { organization_id: 'org_1' }, [
    { organization_id: 'org_2' },
    { organization_id: null },
  ]),
  row(
    'provider',
    providers.WorkOS({ provider: 'GoogleOAuth' }),
    { connection_type: 'GoogleOAuth' },
    [{ connection_type: 'OktaSAML' }],
  ),
  row(
    'scope',
    providers.ZITADEL(params({ scope: 'openid urn:zitadel:iam:org:id:1' })),
    { [`${OWNER}:id`]: '1' },
    [{ [`${OWNER}:id`]: '2' }, { [`${OWNER}:primary_domain`]: '1' }],
  ),
  row(
    'scope',
    providers.ZITADEL(params({ scope: 'openid urn:zitadel:iam:org:domain:primary:a.test' })),
    { [`${OWNER}:primary_domain`]: 'a.test' },
    [{ [`${OWNER}:primary_domain`]: 'b.test' }],
  ),
];

function row(parameter: string, provider: object, fits: object, others: object[]): Row {
  const restricted = provider as Restricted;
  return [restricted.name, parameter, restricted, fits, others];
}

/** Returns the result of a restriction for a profile, with the parameter that would be sent. */
function holds(provider: Restricted, parameter: string, profile: object): boolean | undefined {
  const { authorization, options } = provider;
  const sent = { ...paramsOf(authorization), ...paramsOf(options?.authorization) };
  return provider.restrictions?.[parameter]?.(profile as never, String(sent[parameter]));
}

function paramsOf(endpoint: unknown): Record<string, unknown> {
  return (Object(endpoint) as { params?: Record<string, unknown> }).params ?? {};
}

describe('a restriction of', () => {
  it.each(ROWS)(
    '%s is checked in the response: %s (V8)',
    (_, parameter, provider, fits, others) => {
      expect(holds(provider, parameter, fits)).toBe(true);
      for (const other of [...others, {}]) expect(holds(provider, parameter, other)).toBe(false);
    },
  );

  it('WorkOS admits everyone if the provider is authkit', () => {
    expect(holds(providers.WorkOS({ provider: 'authkit' }) as Restricted, 'provider', {})).toBe(
      true,
    );
  });

  it('ZITADEL admits everyone if the scope contains no organization', () => {
    const provider = providers.ZITADEL(params({ scope: 'openid' })) as Restricted;

    expect(holds(provider, 'scope', {})).toBe(true);
  });
});
