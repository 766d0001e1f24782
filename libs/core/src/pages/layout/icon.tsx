import { Drawing } from './drawing.js';

const SHAPES = {
  // An envelope.
  mail: 'M3 6.5h18v12H3zM3 7.5l9 6 9-6',
  // A circle with an exclamation mark.
  alert: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 7.5v5.5M12 16v.5',
} as const;

/** An icon above a heading with the same meaning; screen readers skip it. */
export function Icon({ shape }: { readonly shape: keyof typeof SHAPES }) {
  return <Drawing class="icon" width="40" height="40" aria-hidden="true" d={SHAPES[shape]} />;
}
