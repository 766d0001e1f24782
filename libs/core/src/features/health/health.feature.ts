import type { AuthFeature } from '../../feature-port/auth-feature.js';
import { AuthHealthIndicator } from './auth-health-indicator.service.js';

/** A health check asks whether people can sign in. */
export const health: AuthFeature = { name: 'health', exports: [AuthHealthIndicator] };
