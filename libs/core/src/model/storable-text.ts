/** Characters that some databases refuse: NUL, and halves of a surrogate pair. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;
/** The most bytes that the narrowest common type for long text holds. */
const MAX_BYTES = 65_535;

/** Whether every database can store a text, and every request send it. */
export function isStorable(text: string): boolean {
  return text.search(UNSTORABLE) === -1;
}

/** Returns a text that describes something, without what cannot be stored; null if there is none. */
export function storableText(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : text.replace(UNSTORABLE, '');
}

/** Returns the URL of a picture, or the picture as a data URL; null if it is too long to be stored. */
export function storablePicture(url: string | null | undefined): string | null {
  const text = storableText(url);
  return text !== null && Buffer.byteLength(text) <= MAX_BYTES ? text : null;
}
