import {
  concatMap,
  EMPTY,
  finalize,
  from,
  Observable,
  of,
  type ObservableInput,
  takeWhile,
} from 'rxjs';
import { AuthError } from '../errors/auth.error.js';
import { toError } from '../errors/to-error.js';
import { logFault } from '../logging/log-fault.js';
import { isPromiseLike } from '../model/maybe-promise.js';
import type { LiveSession } from './live-session.js';

/** Opens a connection of a session; `onEnd` is called when the session is over. */
type Open = (onEnd: () => void) => Promise<LiveSession | null>;

/** How many values may wait while the session is read. */
const MOST_WAITING = 1000;

/**
 * Passes on what a source emits for as long as a session goes on, and completes when it is over or
 * could not be checked. What is emitted while the session is read waits, in order;
 * if that becomes too much, the stream ends after it.
 */
export function whileSignedIn<T>(open: Open, source: Observable<T>): Observable<T> {
  return new Observable<T>((subscriber) => {
    const end = (): void => subscriber.complete();
    // `open` has logged why it failed.
    const opening = open(end).catch(() => null);
    let live: LiveSession | null | undefined;
    void opening.then((opened) => {
      live = opened;
      if (!opened) end();
      else if (subscriber.closed) opened.release();
    });
    subscriber.add(() => live?.release());
    const admit = (value: T, to: LiveSession | null): ObservableInput<T> => {
      const session = to && currentOf(to, end);
      if (!isPromiseLike(session)) return session ? of(value) : EMPTY;
      return from(session).pipe(concatMap((read) => (read ? of(value) : EMPTY)));
    };
    let waiting = 0;
    const hasRoom = takeWhile<T>(() => {
      if (waiting < MOST_WAITING) return Boolean((waiting += 1));
      void opening.then((opened) => opened && logFault(opened.logger, tooMany()));
      return false;
    });
    const checked = concatMap((value: T) =>
      (live === undefined
        ? from(opening).pipe(concatMap((opened) => admit(value, opened)))
        : from(admit(value, live))
      ).pipe(finalize(() => (waiting -= 1))),
    );
    subscriber.add(source.pipe(hasRoom, checked).subscribe(subscriber));
  });
}

/** Returns the session; null if it could not be read, which is logged and ends the connection. */
function currentOf(live: LiveSession, end: () => void): ReturnType<LiveSession['current']> {
  const fail = (thrown: unknown): null => {
    logFault(live.logger, toError(thrown));
    end();
    return null;
  };
  try {
    const session = live.current();
    return isPromiseLike(session) ? session.then(undefined, fail) : session;
  } catch (thrown) {
    return fail(thrown);
  }
}

function tooMany(): AuthError {
  return new AuthError(
    `whileSignedIn: the source emitted more than ${MOST_WAITING} values while the session was read, so the stream ends`,
  );
}
