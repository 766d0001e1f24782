const { NEST_URL } = process.env;

export default {
  // As in a new application.
  cacheComponents: true,
  partialPrefetching: true,
  turbopack: { root: import.meta.dirname },
  rewrites: async () => [
    { source: '/auth/:path*', destination: `${NEST_URL}/auth/:path*` },
    { source: '/orders', destination: `${NEST_URL}/orders` },
  ],
};
