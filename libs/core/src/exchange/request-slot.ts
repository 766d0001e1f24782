/** The member that holds the first note of a request. */
const NOTES = Symbol('authnest:notes');

/**
 * One value for each request, kept on the request itself: an entry in a WeakMap whose key lives for
 * one request costs as much as the rest of a guard. All values share one member, since each member
 * that is added to a request of Express costs as much as reading a session.
 */
export class RequestSlot<T> {
  get(request: object): T | undefined {
    const note = notesOf(request)?.of(this);
    // A note of this slot holds a value that `set` was given.
    return note?.value as T | undefined;
  }

  set(request: object, value: T | undefined): void {
    const notes = notesOf(request);
    const note = notes?.of(this);
    if (note) note.value = value;
    else if (notes) notes.append(new Note(this, value));
    else (request as Record<symbol, Note>)[NOTES] = new Note(this, value);
  }
}

/**
 * Of the request itself, or of the one that code of the application derived it from. Does not search
 * all prototypes: Express's requests have eight, and mostly there is no note yet.
 */
function notesOf(request: object): Note | undefined {
  if (Object.hasOwn(request, NOTES)) return (request as Record<symbol, Note>)[NOTES];
  const origin = Object.getPrototypeOf(request) as Record<symbol, Note> | null;
  return origin && Object.hasOwn(origin, NOTES) ? origin[NOTES] : undefined;
}

/**
 * A value, linked to the notes of other slots: there are two or three. A printed request does not
 * show them, as they are `#` members.
 * @see docs/design/security-bar.md I07
 */
class Note {
  readonly #slot: object;
  #value: unknown;
  #next: Note | undefined;

  constructor(slot: object, value: unknown) {
    this.#slot = slot;
    this.#value = value;
  }

  get value(): unknown {
    return this.#value;
  }

  set value(value: unknown) {
    this.#value = value;
  }

  of(slot: object): Note | undefined {
    return this.#slot === slot ? this : this.#next?.of(slot);
  }

  append(note: Note): void {
    if (this.#next) this.#next.append(note);
    else this.#next = note;
  }
}
