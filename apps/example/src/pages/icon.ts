/** The icon of the example: a key in a nest. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="9" fill="#4f46e5"/>
<g fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">
<circle cx="16" cy="11" r="3.6"/><path d="M16 14.6v6M16 18h2.6M6.5 17.5c0 5.600 4.200 8.500 9.500 8.500s9.500-2.900 9.500-8.500"/>
</g></svg>`;
