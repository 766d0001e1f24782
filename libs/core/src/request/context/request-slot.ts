/** Key of the property that contains the first note of a request, for all copies of the package. */
const NOTES = Symbol.for('authnest@0:notes');

/**
 * Stores one value per request, on the request itself: a WeakMap entry whose key is a request costs
 * as much as the rest of a guard. All slots share one property, since each property that is added
 * to an Express request costs as much as reading a session.
 */
export class RequestSlot<T> {
  /** @param name - lets a slot of the same name in another copy of the package read the value */
  constructor(private readonly name?: string) {}

  get(request: object): T | undefined {
    const note = notesOf(request)?.of(this.name ?? this);
    // The notes of this slot contain only values that were passed to `set`.
    return note?.value as T | undefined;
  }

  set(request: object, value: T | undefined): void {
    const notes = notesOf(request);
    const note = notes?.of(this.name ?? this);
    if (note) note.value = value;
    else if (notes) notes.append(new Note(this.name ?? this, value));
    else (request as Record<symbol, Note>)[NOTES] = new Note(this.name ?? this, value);
  }
}

/**
 * Returns the first note of the request, or of the request that application code derived it from.
 * Does not search all prototypes: an Express request has eight, and usually there is no note yet.
 */
function notesOf(request: object): Note | undefined {
  if (Object.hasOwn(request, NOTES)) return (request as Record<symbol, Note>)[NOTES];
  const origin = Object.getPrototypeOf(request) as Record<symbol, Note> | null;
  return origin && Object.hasOwn(origin, NOTES) ? origin[NOTES] : undefined;
}

/**
 * A value, linked to the notes of other slots, of which there are two or three. Printing a request
 * does not show the values, since the members are private (`#`).
 * @see docs/design/security-bar.md I07
 */
class Note {
  readonly #slot: object | string;
  #value: unknown;
  #next: Note | undefined;

  constructor(slot: object | string, value: unknown) {
    this.#slot = slot;
    this.#value = value;
  }

  get value(): unknown {
    return this.#value;
  }

  set value(value: unknown) {
    this.#value = value;
  }

  of(slot: object | string): Note | undefined {
    return this.#slot === slot ? this : this.#next?.of(slot);
  }

  append(note: Note): void {
    if (this.#next) this.#next.append(note);
    else this.#next = note;
  }
}
