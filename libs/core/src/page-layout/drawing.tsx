/** @param d - what `path` draws, within 24 by 24 units: lines in the colour of the text. */
export function Drawing({
  d,
  ...svg
}: {
  readonly d: string;
  readonly [attribute: string]: string;
}) {
  return (
    <svg {...svg} viewBox="0 0 24 24">
      <path
        d={d}
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
