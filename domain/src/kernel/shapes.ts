import { z } from 'zod'

/** An id on the wire: a positive whole number (docs/decisions/0003-ids-and-bearer-tokens.md). */
export const id = z.int().positive()

/** An id in a path or a query, where everything is text. */
export const pathId = z.coerce.number<string | number>().pipe(id)

/** Ids in a query, with commas between them: at most `max`. */
export const idList = (max: number) =>
  z
    .string()
    .regex(/^\d{1,15}(,\d{1,15})*$/, 'Ids with commas between them')
    .transform(text => text.split(',').map(Number))
    .pipe(z.array(id).max(max))

/** A flag of a multipart form, which carries text: `true` and `false`, `1` and `0`. */
export const formFlag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])])
  .transform(value => String(value) === 'true' || value === '1')

/** An id of a multipart form. */
export const formId = z.coerce.number<string | number>().pipe(id)

/** A number of a multipart form. */
export const formNumber = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,15}(\.\d{1,15})?$/, 'A number')
    .transform(Number),
])

/** A share of a whole, 0 to 1, of a multipart form. */
export const formFraction = formNumber.pipe(z.number().min(0).max(1))

/** A calendar day, `yyyy-MM-dd`; the calendar has no year 0, and its last day has no next one to count to. */
export const day = z.iso
  .date()
  .refine(text => text >= '0001' && text < '9999-12-31', 'Enter a date from 0001-01-01 to 9999-12-30.')

/** A wall-clock time, `HH:mm`; seconds, when sent, are dropped. */
export const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'Time must be HH:mm')
  .transform(value => value.slice(0, 5))

/** An instant on the wire: ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** An empty answer. */
export const nothing = z.strictObject({})
