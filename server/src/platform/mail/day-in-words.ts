const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The day of an instant, in UTC, as mails about a bill say it: `4 June 2026`, in the order that the app writes days in. */
export const dayInWords = (instant: Date): string => words.format(instant)
