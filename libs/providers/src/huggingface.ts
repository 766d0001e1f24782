import { OIDC, type OIDCConfig } from '@authnest/core';
import { brand } from './brand.js';
import type { OIDCOptions } from './oidc-options.js';

/**
 * Sign-in with Hugging Face.
 * @see https://huggingface.co/docs/hub/oauth
 */
export function HuggingFace(options: OIDCOptions = {}): OIDCConfig {
  return OIDC({
    id: 'huggingface',
    name: 'Hugging Face',
    issuer: 'https://huggingface.co',
    logoutDefaults: 'unsupported',
    checks: ['state', 'pkce'],
    style: brand('#ffd21e'),
    options,
  });
}
