import { z } from 'zod'
import { formFraction, formId, formNumber, id, instant } from '#domain/kernel/shapes.ts'
import { writtenText } from '#domain/kernel/text.ts'
import { objectData } from '#domain/media/model.ts'
import { DRAWING_LINES_MAX, DRAWING_POINTS_MAX, MARK_COMMENT_MAX, MARKS_MAX, QUOTE_MAX } from './limits.ts'

/** What browsers' arithmetic may be off by. */
const ROUNDING = 1e-6

const point = { x: formFraction, y: formFraction }
const size = { width: formFraction.pipe(z.number().gt(0)), height: formFraction.pipe(z.number().gt(0)) }
const isInside = (area: { x: number; y: number; width: number; height: number }): boolean =>
  area.x + area.width <= 1 + ROUNDING && area.y + area.height <= 1 + ROUNDING

const share = '(0(\\.\\d{1,4})?|1)'
const line = `${share},${share}( ${share},${share})*`

/** Lines of a drawing: points `x,y` with spaces between them, lines with semicolons. */
const lines = z
  .string()
  .max(DRAWING_POINTS_MAX * 'x.xxxx,y.yyyy '.length)
  .regex(new RegExp(`^${line}(;${line})*$`), 'Lines of points “x,y”, each from 0 to 1')
  .refine(text => text.split(';').length <= DRAWING_LINES_MAX, `At most ${DRAWING_LINES_MAX} lines`)
  .refine(text => text.split(/[ ;]/).length <= DRAWING_POINTS_MAX, `At most ${DRAWING_POINTS_MAX} points`)

const seconds = formNumber.pipe(z.number().min(0).max(86_400))
const offset = formNumber.pipe(z.int().min(0).max(100_000))

/** The texts of a version in which a stretch can be marked. */
export const markedTexts = ['message', 'first_comment'] as const

/**
 * Where a mark is. `object_id` is a file of the version. Coordinates are fractions, 0 to 1, of the picture as it was uploaded, whatever crop
 * of it is shown; times are seconds of the video, `to` null for a single moment; `from` and `to` of a text are UTF-16 offsets and `quote` is
 * what stands between them. (docs/product/marks.md "Where a mark can be")
 */
export const place = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('point'), object_id: formId, ...point }),
  z
    .strictObject({ kind: z.literal('box'), object_id: formId, ...point, ...size })
    .refine(isInside, 'The box must lie inside the picture'),
  z.strictObject({ kind: z.literal('drawing'), object_id: formId, lines }),
  z
    .strictObject({
      kind: z.literal('time'),
      object_id: formId,
      from: seconds,
      to: seconds.nullable().default(null),
    })
    .refine(({ from, to }) => to === null || to > from, 'The end must come after the beginning'),
  z
    .strictObject({
      kind: z.literal('text'),
      part: z.enum(markedTexts),
      from: offset,
      to: offset,
      quote: z.string().min(1).max(QUOTE_MAX, `Mark at most ${QUOTE_MAX} characters`),
    })
    .refine(
      ({ from, to, quote }) => to - from === quote.length,
      'The quote must be what stands between from and to',
    ),
  z.strictObject({ kind: z.literal('card'), attachment_id: formId }),
])
export type Place = z.output<typeof place>

const comment = z
  .string()
  .overwrite(writtenText)
  .max(MARK_COMMENT_MAX, `At most ${MARK_COMMENT_MAX} characters at a mark`)

/** Marks to be made. */
export const newMarks = z.array(z.strictObject({ place, comment: comment.default('') })).max(MARKS_MAX)
export type NewMark = z.output<typeof newMarks>[number]

/** A mark that stays, with what is to be said at it, or a new one. */
export const changedMarks = z
  .array(
    z.union([
      z.strictObject({ id: formId, comment }),
      z.strictObject({ place, comment: comment.default('') }),
    ]),
  )
  .max(MARKS_MAX)
export type ChangedMark = z.output<typeof changedMarks>[number]

/** Marks to be taken away. */
export const removedMarks = z.array(formId).max(MARKS_MAX).default([])

/** A place that a request for revision, a question, an answer or a note is about (docs/product/marks.md "Where a mark can be"). */
export const mark = z.strictObject({
  id,
  place,
  comment: z.string(),
  is_done: z.boolean(),
  /** Null while it is not ticked off. */
  done_at: instant.nullable(),
  /** Null while it is not ticked off, and for clients: they do not learn who acts inside the agency. */
  done_by_user: z.strictObject({ id, name: z.string() }).nullable(),
  /** The picture or video as it was marked, where the version no longer has it. Missing: it has it, or the file is gone for good. */
  former_file: objectData.optional(),
})
export type Mark = z.output<typeof mark>

/** Marks to tick off or to open again. */
export const tickedMarks = z
  .array(z.strictObject({ id, is_done: z.boolean() }))
  .min(1)
  .max(MARKS_MAX)
