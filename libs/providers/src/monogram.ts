/**
 * Luminance up to which white letters have the contrast of 3:1 that drawings need; brands write in
 * white where they can. Above it black ones have 7:1 and more.
 * @see WCAG 2.2, 1.4.11
 */
const WHITE_READS = 1.05 / 3 - 0.05;

/**
 * Draws a logo: one to three letters on a rounded square. Our own drawing, so that no trade mark is
 * copied and no host is asked for an image.
 * @param letters - letters, digits or plain signs
 * @param color - of the square, `#rrggbb`
 * @returns an SVG as `data:image/svg+xml,…`, under 600 bytes
 */
export function monogram(letters: string, color: string): string {
  const ink = luminance(color) <= WHITE_READS ? '#fff' : '#000';
  const size = [44, 34, 26][letters.length - 1] ?? 22;
  const square = `<rect width="64" height="64" rx="14" fill="${color}"/>`;
  const text = `<text x="32" y="33" fill="${ink}" font-family="system-ui,sans-serif" font-weight="700" font-size="${size}" text-anchor="middle" dominant-baseline="central">${escapeXml(letters)}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${square}${text}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Relative luminance, 0 to 1. @see WCAG 2.2, relative luminance */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}
