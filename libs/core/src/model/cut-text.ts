/** The beginning of a string; no character is cut in two. @param max - UTF-16 code units */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}
