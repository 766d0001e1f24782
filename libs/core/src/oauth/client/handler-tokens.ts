import { AuthError } from '../../errors/auth.error.js';

/**
 * Returns the tokens that a handler of the token endpoint returned, as a token response; the type
 * `bearer` may be omitted.
 * @param name - the name of the handler in messages
 * @throws {AuthError} when the handler did not return `{ tokens }`
 */
export function handlerTokens(result: unknown, name: string): object {
  const tokens = isObject(result) && 'tokens' in result ? result.tokens : undefined;
  if (isObject(tokens)) return { token_type: 'bearer', ...tokens };
  throw new AuthError(`${name} must return \`{ tokens }\`, with the tokens as an object`);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
