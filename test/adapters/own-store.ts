import type { Adapter, AdapterAccount, AdapterSession, AdapterUser } from '@authnest/core';

const OPERATIONS = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'updateUser',
  'linkAccount',
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
] as const;

type Published = Required<Pick<Adapter, (typeof OPERATIONS)[number]>>;

/**
 * A published adapter that an application wraps in a class: the operations are on the prototype
 * and reach the wrapped adapter through `this`.
 */
export class OwnStore implements Adapter {
  readonly #published: Published;

  constructor(published: Adapter) {
    if (!hasOperations(published)) throw new Error('the adapter lacks an operation');
    this.#published = published;
  }

  createUser(user: AdapterUser) {
    return this.#published.createUser(user);
  }

  getUser(id: string) {
    return this.#published.getUser(id);
  }

  getUserByEmail(email: string) {
    return this.#published.getUserByEmail(email);
  }

  getUserByAccount(account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>) {
    return this.#published.getUserByAccount(account);
  }

  updateUser(user: Partial<AdapterUser> & Pick<AdapterUser, 'id'>) {
    return this.#published.updateUser(user);
  }

  linkAccount(account: AdapterAccount) {
    return this.#published.linkAccount(account);
  }

  createSession(session: AdapterSession) {
    return this.#published.createSession(session);
  }

  getSessionAndUser(sessionToken: string) {
    return this.#published.getSessionAndUser(sessionToken);
  }

  updateSession(session: Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>) {
    return this.#published.updateSession(session);
  }

  deleteSession(sessionToken: string) {
    return this.#published.deleteSession(sessionToken);
  }
}

function hasOperations(adapter: Adapter): adapter is Adapter & Published {
  return OPERATIONS.every((operation) => typeof adapter[operation] === 'function');
}
