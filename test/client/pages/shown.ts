import type { Session, SessionState } from '@authnest/client';

declare global {
  /** What each rendering has shown. */
  var renders: string[];
  /** Set by the server that renders the page. */
  var handedOver: Session | null | undefined;
}

globalThis.renders = [];

/** The text of a state; each framework calls it when it renders. */
export function shown({ status, session }: SessionState): string {
  const text = `${status} ${session?.user?.name ?? ''}`.trim();
  globalThis.renders.push(text);
  return text;
}
