import type { z } from 'zod'

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with named fields',
  record: 'an object with named fields',
  date: 'a date',
}

const formats: Readonly<Record<string, string>> = {
  email: 'Enter a valid email address.',
  url: 'Enter a full address, such as https://example.com.',
  date: 'Enter a date as yyyy-MM-dd.',
  datetime: 'Enter a time as 2026-06-01T08:00:00Z.',
  time: 'Enter a time as HH:mm.',
}

/** What a limit counts: characters of a text, entries of a list, or nothing for a number. */
const unitOf = (origin: string, count: number | bigint): string => {
  const unit = { string: 'character', array: 'entry', set: 'entry' }[origin]
  if (unit === undefined) return ''
  return ` ${count === 1 ? unit : unit === 'entry' ? 'entries' : `${unit}s`}`
}

/**
 * Our own words for an invalid field if its contract has none. The library's are meant for programmers ("Invalid input: expected
 * string, received undefined").
 */
export const validationText: z.core.$ZodErrorMap = issue => {
  if (issue.code === 'invalid_type' || issue.code === 'invalid_value') {
    if (issue.input === undefined) return 'This field is required.'
    if (issue.code === 'invalid_type') return `This must be ${kinds[issue.expected] ?? 'of another type'}.`
    const values = issue.values.map(String)
    return values.length === 1 ? `This must be ${values[0]}.` : `This must be one of: ${values.join(', ')}.`
  }
  if (issue.code === 'too_small') {
    if (issue.origin === 'string' && issue.minimum === 1) return 'This field is required.'
    return issue.inclusive === false
      ? `This must be more than ${issue.minimum}${unitOf(issue.origin, issue.minimum)}.`
      : `This must be at least ${issue.minimum}${unitOf(issue.origin, issue.minimum)}.`
  }
  if (issue.code === 'too_big')
    return issue.inclusive === false
      ? `This must be less than ${issue.maximum}${unitOf(issue.origin, issue.maximum)}.`
      : `This can be at most ${issue.maximum}${unitOf(issue.origin, issue.maximum)}.`
  if (issue.code === 'invalid_format') return formats[issue.format] ?? 'This is not in the expected form.'
  return 'This value is not accepted here.'
}
