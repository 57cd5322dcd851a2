import type { ChangedMark, Mark, NewMark } from '#domain/marks/model.ts'

/** A mark in a form: a new one, or with its id one that was sent. */
export type WrittenMark = NewMark & { readonly id?: number }

/** Marks that were sent, to be changed. */
export const toWritten = (marks: readonly Mark[] = []): readonly WrittenMark[] =>
  marks.map(({ id, place, comment }) => ({ id, place, comment }))

const isAtSamePlace = (one: NewMark, other: NewMark): boolean =>
  JSON.stringify(one.place) === JSON.stringify(other.place)

/** What a call has to name so that the marks that were sent become those that are written. One that was moved is made anew. */
export const markChanges = (
  sent: readonly Mark[] = [],
  written: readonly WrittenMark[],
): { readonly marks?: ChangedMark[]; readonly removed_marks?: number[] } => {
  const before = new Map(sent.map(mark => [mark.id, mark]))
  const marks = written.flatMap(({ id, place, comment }): ChangedMark[] => {
    const old = id === undefined ? undefined : before.get(id)
    if (!old || !isAtSamePlace(old, { place, comment })) return [{ place, comment }]
    return old.comment === comment ? [] : [{ id: old.id, comment }]
  })
  const stays = ({ id, ...mark }: Mark): boolean =>
    written.some(other => other.id === id && isAtSamePlace(mark, other))
  const removed_marks = sent.filter(mark => !stays(mark)).map(({ id }) => id)
  return { ...(marks.length > 0 && { marks }), ...(removed_marks.length > 0 && { removed_marks }) }
}
