import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Mark } from '#domain/marks/model.ts'
import { markChanges, toWritten, type WrittenMark } from './written-marks.ts'

const place = fc.record({
  kind: fc.constant('point' as const),
  object_id: fc.integer({ min: 1, max: 3 }),
  x: fc.constantFrom(0, 0.5, 1),
  y: fc.constantFrom(0, 0.5, 1),
})
const comment = fc.constantFrom('', 'Larger', 'Smaller')
const sentMarks = fc.uniqueArray(
  fc
    .record({ id: fc.integer({ min: 1, max: 9 }), place, comment })
    .map((mark): Mark => ({ ...mark, is_done: false, done_at: null, done_by_user: null })),
  { selector: ({ id }) => id, maxLength: 6 },
)

/** What the server makes of a change (docs/product/marks.md "Calls"). */
const applied = (
  sent: readonly Mark[],
  { marks = [], removed_marks = [] }: ReturnType<typeof markChanges>,
) => {
  const kept = sent
    .filter(({ id }) => !removed_marks.includes(id))
    .map(mark => {
      const change = marks.find(one => 'id' in one && one.id === mark.id)
      return { place: mark.place, comment: change?.comment ?? mark.comment }
    })
  return [
    ...kept,
    ...marks.flatMap(one => ('place' in one ? [{ place: one.place, comment: one.comment }] : [])),
  ]
}
const sorted = (marks: readonly WrittenMark[]) =>
  marks.map(({ place: at, comment: words }) => JSON.stringify({ at, words })).toSorted()

it('a change makes the marks that are written of those that were sent', () => {
  fc.assert(
    fc.property(
      sentMarks,
      fc.infiniteStream(fc.tuple(fc.boolean(), fc.boolean(), place, comment)),
      fc.array(fc.record({ place, comment }), { maxLength: 3 }),
      (sent, edits, added) => {
        const edited = toWritten(sent).flatMap((mark): WrittenMark[] => {
          const { value } = edits.next()
          if (!value) return [mark]
          const [stays, isMoved, at, words] = value
          return stays ? [{ ...mark, comment: words, ...(isMoved && { place: at }) }] : []
        })
        const written = [...edited, ...added]
        expect(sorted(applied(sent, markChanges(sent, written)) as WrittenMark[])).toEqual(sorted(written))
      },
    ),
  )
})

it('a form that was opened and saved names no mark', () => {
  fc.assert(
    fc.property(sentMarks, sent => {
      expect(markChanges(sent, toWritten(sent))).toEqual({})
    }),
  )
})
