/** An icon drawn with lines in the text colour. @param d - its path, within 24 by 24 units */
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
