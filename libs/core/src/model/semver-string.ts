/**
 * A version, such as `v13` or `v13.1.0`: the type that Auth.js has for
 * `simpleWebAuthnBrowserVersion`, where any string is checked at startup instead.
 * @see docs/design/wire-contract.md 16.2, CFG-7
 */
export type SemverString = `v${number}` | `v${number}.${number}` | `v${number}.${number}.${number}`;
