export { runAdapterContract } from './adapter-contract.js';
export { aSession, aUser, aVerificationToken, anAccount, anAuthenticator } from './builders.js';
export { CookieClient } from './cookie-client.js';
export { MemoryAdapter } from './memory.adapter.js';

export type { AdapterContractOptions } from './adapter-contract.js';
export type { CookieClientOptions, PostOptions } from './cookie-client.js';
export type { ClientResponse } from './cookies/send-request.js';
export type { MemoryAdapterOptions } from './memory.adapter.js';
