import type { NextConfig } from 'next';

const config: NextConfig = {
  cacheComponents: true,
  rewrites: async () => [
    { source: '/auth/:path*', destination: `${process.env.NEST_URL}/auth/:path*` },
  ],
};

export default config;
