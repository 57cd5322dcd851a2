/** A cell of a workbook as the text that a person sees in it. Dates and times come as instants of UTC, without a zone of their own. */
export const sheetText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return dateText(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}

/** Days before this are times alone: a workbook counts them from the end of 1899, or from the first day of 1904. */
const FIRST_DATE = new Date('1904-01-02T00:00:00Z')
const HALF_MINUTE = 30_000

const dateText = (value: Date): string => {
  // Fractions of days, so that 10:00 may be a millisecond before it.
  const [date = '', time = ''] = new Date(value.getTime() + HALF_MINUTE).toISOString().slice(0, 16).split('T')
  if (value < FIRST_DATE) return time
  return time === '00:00' ? date : `${date} ${time}`
}
