import { type Actor, can } from '#domain/permissions/can.ts'
import type { Role } from '#domain/permissions/table.ts'

type Audience = { readonly is_for_client: boolean }

/** Clients read only the notes that are for them (docs/product/notes.md "Who reads a note"). */
export const mayReadNote = (reader: Actor, { is_for_client }: Audience): boolean =>
  is_for_client || can(reader, 'note.readInternal')

/** The audiences whose notes somebody reads: `mayReadNote` for a query that counts and pages. */
export const audiencesReadBy = (reader: Actor): readonly boolean[] =>
  [true, false].filter(is_for_client => mayReadNote(reader, { is_for_client }))

/** For whom a note is: what its author chose, and for everybody when a client writes it. */
export const audienceOf = (author: Actor, { is_for_client }: Audience): Audience => ({
  is_for_client: is_for_client || !can(author, 'note.readInternal'),
})

/** Somebody may be mentioned in a note that they can read; clients know only one another (docs/product/notes.md "Mentions"). */
export const mayMention = (author: Actor, note: Audience, person: { readonly role: Role }): boolean =>
  mayReadNote(person, note) && (can(author, 'note.readInternal') || !can(person, 'note.readInternal'))
