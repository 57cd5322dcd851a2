const words = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

/** The day of an instant, in UTC, as mails about a bill say it: `June 4, 2026`. */
export const dayInWords = (instant: Date): string => words.format(instant)
