import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterOperation,
  AdapterSession,
  AdapterUser,
} from '@authnest/core';
import { aSession, aUser, anAccount, anAuthenticator } from '../builders.js';

/** An adapter typed as having every operation, so that the contract can call all of them. */
export type FullAdapter = Required<Pick<Adapter, AdapterOperation>> &
  Pick<Adapter, 'columns' | 'featureTables'>;

/** The adapter under test, and methods that store the rows which most tests need. */
export class ContractSubject {
  private current?: Adapter;

  /** @throws {Error} before the suite begins */
  get adapter(): FullAdapter {
    if (!this.current) throw new Error('the adapter is created when the suite begins');
    return this.current as FullAdapter;
  }

  use(adapter: Adapter): void {
    this.current = adapter;
  }

  async storedUser(overrides: Partial<AdapterUser> = {}): Promise<AdapterUser> {
    return this.adapter.createUser(aUser(overrides));
  }

  async storedAccount(overrides: Partial<AdapterAccount> = {}): Promise<AdapterAccount> {
    const userId = overrides.userId ?? (await this.storedUser()).id;
    const account = anAccount({ ...overrides, userId });
    await this.adapter.linkAccount(account);
    return account;
  }

  async storedSession(overrides: Partial<AdapterSession> = {}): Promise<AdapterSession> {
    const userId = overrides.userId ?? (await this.storedUser()).id;
    const session = aSession({ ...overrides, userId });
    await this.adapter.createSession(session);
    return session;
  }

  async storedAuthenticator(
    overrides: Partial<AdapterAuthenticator> = {},
  ): Promise<AdapterAuthenticator> {
    const userId = overrides.userId ?? (await this.storedUser()).id;
    const authenticator = anAuthenticator({ ...overrides, userId });
    await this.adapter.createAuthenticator(authenticator);
    return authenticator;
  }
}

/** Whether the adapter has an optional operation. */
export function hasOperation(adapter: Adapter, operation: AdapterOperation): boolean {
  return typeof adapter[operation] === 'function';
}
