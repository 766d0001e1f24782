import { Drawing } from './layout/drawing.js';

const SHAPES = {
  // An arrow through a door: for a provider without a logo.
  enter: 'M10 8l4 4-4 4M14 12H3.5M13 4h5a1.5 1.5 0 0 1 1.5 1.5v13A1.5 1.5 0 0 1 18 20h-5',
  // An envelope.
  mail: 'M3.5 6h17v12h-17zM3.5 7l8.5 6 8.5-6',
  // A key.
  passkey: 'M8 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M12 12h8.5v3.5M16.5 12v2.5',
  // An arrowhead that points down.
  more: 'M6.5 9.5l5.5 5.5 5.5-5.5',
  // An eye.
  eye: 'M2.5 12s3.5-6 9.5-6 9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6M12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6',
  // A lock.
  password: 'M6 10.5h12v9H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5',
} as const;

/** Name of the icon on a button. */
export type WayShape = keyof typeof SHAPES;

/** An icon before a label with the same meaning; screen readers skip it. */
export function WayIcon({ shape }: { readonly shape: WayShape }) {
  return (
    <span class="mark" aria-hidden="true">
      <Drawing width="24" height="24" d={SHAPES[shape]} />
    </span>
  );
}
