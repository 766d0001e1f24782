declare module '*.svelte' {
  import type { Session } from '@authnest/client';
  import type { Component } from 'svelte';

  const component: Component<{ session?: Session | null }>;
  export default component;
}
