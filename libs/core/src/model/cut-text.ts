/** Cuts a string, but no character in two. @param max - maximum length in UTF-16 code units */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}
