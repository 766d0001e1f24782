// Module hooks that report to a port what was resolved. What CommonJS requires shows in its own cache.
const state = {};

export function initialize({ port }) {
  state.port = port;
}

export async function resolve(specifier, context, nextResolve) {
  const resolved = await nextResolve(specifier, context);
  state.port.postMessage(resolved.url);
  return resolved;
}
