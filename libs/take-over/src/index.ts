export { authJs } from './auth-js.js';
