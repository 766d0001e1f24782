import type { Language } from '../../../config/texts/language.js';

/** Formats a time in the words of a language, in UTC: the server does not know where the user is. */
export function timeOf({ tag }: Pick<Language, 'tag'>, iso: string): string {
  const time = new Date(iso);
  try {
    return new Intl.DateTimeFormat(tag, FORMAT).format(time);
  } catch {
    return new Intl.DateTimeFormat('en', FORMAT).format(time); // a malformed tag
  }
}

const FORMAT = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
} as const;
