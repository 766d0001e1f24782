import type { Adapter, AdapterOperation } from '@authnest/core';
import { describeAccessEnds } from './contract/access-ends.contract.js';
import { describeAccounts } from './contract/accounts.contract.js';
import { describeChallenges } from './contract/challenges.contract.js';
import { ContractSubject } from './contract/contract-subject.js';
import { describeFeatureRows } from './contract/feature-rows.contract.js';
import { describeFreshRows } from './contract/fresh-rows.contract.js';
import { describeOptionalColumns } from './contract/optional-columns.contract.js';
import { describeOwnersLists } from './contract/owners-lists.contract.js';
import { describeProofState } from './contract/proof-state.contract.js';
import { describeRegistration } from './contract/registration.contract.js';
import { describeRowsOfOthers } from './contract/rows-of-others.contract.js';
import { describeSameRows } from './contract/same-rows.contract.js';
import { describeSessions } from './contract/sessions.contract.js';
import { describeProviderSessions } from './contract/provider-sessions.contract.js';
import { describeSpentValues } from './contract/spent-values.contract.js';
import { testGlobals } from './contract/test-globals.js';
import { describeTokenVersions } from './contract/token-versions.contract.js';
import { describeUsers } from './contract/users.contract.js';
import { describeVerificationTokens } from './contract/verification-tokens.contract.js';
import { describeWebAuthn } from './contract/webauthn.contract.js';
import { describeWholeRows } from './contract/whole-rows.contract.js';
import { describeWholeValues } from './contract/whole-values.contract.js';

/** The operations that passkeys need in addition to `OPERATIONS`. */
const WEBAUTHN_OPERATIONS = [
  'getAccount',
  'createAuthenticator',
  'getAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
] as const satisfies readonly AdapterOperation[];

const OPERATIONS = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'updateUser',
  'deleteUser',
  'linkAccount',
  'unlinkAccount',
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
  'createVerificationToken',
  'useVerificationToken',
] as const satisfies readonly AdapterOperation[];

/** Options of {@link runAdapterContract}. */
export interface AdapterContractOptions {
  /** The name of the adapter, for the report. */
  name: string;
  /** Creates the adapter on an empty store, once per run; `close` is called at the end. */
  createAdapter: () => Promise<{ adapter: Adapter; close?: () => Promise<void> | void }>;
  /** Whether the adapter has the five operations that passkeys need. @default true */
  webauthn?: boolean;
}

/**
 * Declares the tests that define a correct adapter: what each operation returns, which keys are
 * unique, what a look-up without a key must not find, and what 20 parallel calls return.
 * Operations that Auth.js does not have are checked only if the adapter has them. The contract
 * needs the globals `describe`, `it`, `expect`, `beforeAll` and `afterAll`, which Jest has, and
 * Vitest with `globals: true`. It assumes only the columns of Auth.js.
 *
 * ```ts
 * runAdapterContract({ name: 'MyAdapter', createAdapter: async () => ({ adapter: new MyAdapter() }) });
 * ```
 * @see docs/design/wire-contract.md 13.2
 */
export function runAdapterContract(options: AdapterContractOptions): void {
  const { describe, it, expect, beforeAll, afterAll } = testGlobals();
  const { name, createAdapter, webauthn = true } = options;
  const subject = new ContractSubject();
  let close: (() => Promise<void> | void) | undefined;

  describe(`${name}, adapter contract`, () => {
    beforeAll(async () => {
      const created = await createAdapter();
      subject.use(created.adapter);
      close = () => created.close?.();
    });
    afterAll(() => close?.());

    it('has every operation', () => {
      const needed = [...OPERATIONS, ...(webauthn ? WEBAUTHN_OPERATIONS : [])];
      const missing = needed.filter(
        (operation) => typeof subject.adapter[operation] !== 'function',
      );

      expect(missing).toEqual([]);
    });

    describeUsers(subject);
    describeAccounts(subject);
    describeSessions(subject);
    describeVerificationTokens(subject);
    describeRegistration(subject);
    describeProofState(subject);
    describeAccessEnds(subject);
    describeOwnersLists(subject);
    describeRowsOfOthers(subject);
    describeOptionalColumns(subject);
    describeSameRows(subject);
    describeSpentValues(subject);
    describeChallenges(subject);
    describeFeatureRows(subject);
    describeTokenVersions(subject);
    describeProviderSessions(subject);
    describeWholeRows(subject);
    describeWholeValues(subject);
    describeFreshRows(subject);
    if (webauthn) describeWebAuthn(subject);
  });
}
