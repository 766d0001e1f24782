/** Shows times in the time zone and the format of the browser; without it they are in UTC. */
export const TIMES_SCRIPT = `
const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
for (const time of document.querySelectorAll('time')) {
  time.textContent = format.format(new Date(time.dateTime));
}
`;
