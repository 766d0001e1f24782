export { Auth0 } from './auth0.js';
export { Box } from './box.js';
export { Google } from './google.js';

export type { BoxProfile } from './box.js';
export type { OIDCOptions } from './oidc-options.js';
