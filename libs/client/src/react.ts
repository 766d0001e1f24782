'use client';

import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { clientFor, defaultClient, type ProvidedAuth } from './client-for.js';
import type { AuthClient } from './create-auth-client.js';
import { type SessionState, stateOf } from './session.js';

/** The client, and what the server has rendered: React may hydrate a part when more is known. */
const valueOf = (client: AuthClient) => ({ client, rendered: client.sessionState() });

const AuthContext = createContext(valueOf(defaultClient));

export interface AuthProviderProps extends ProvidedAuth {
  children?: ReactNode;
}

/** Gives the components below it a client, and the session that the server has read. */
export function AuthProvider({
  client: given = defaultClient,
  session,
  children,
}: AuthProviderProps): ReactNode {
  const [value] = useState(() => {
    // A rendering must not tell other components: if some listen, the effect hands over.
    const isHeard = given.page.listeners.size > 0;
    const client = isHeard ? given : clientFor({ client: given, session });
    const rendered = session === undefined ? client.sessionState() : stateOf(session);
    return { client, rendered, session: isHeard ? undefined : session };
  });
  const handedOver = useRef(value.session);
  // A server component that is rendered again may hand over another session. The same one is outdated
  // when this runs again: in an Activity that was hidden while the person signed out.
  useEffect(() => {
    if (handedOver.current === session) return;
    handedOver.current = session;
    clientFor({ client: value.client, session });
  }, [value, session]);
  return createElement(AuthContext, { value }, children);
}

/** Returns what is known about the session, and renders again when that changes. */
export function useSession(): SessionState {
  const { client, rendered } = useContext(AuthContext);
  return useSyncExternalStore(client.onSession, client.sessionState, () => rendered);
}
