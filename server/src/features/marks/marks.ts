import { type RawBuilder, sql } from 'kysely'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { MARKS_MAX } from '#domain/marks/limits.ts'
import type { ChangedMark, Mark, NewMark, Place } from '#domain/marks/model.ts'
import { toObjectData } from '#server/features/media/medias.ts'
import { readStoredContents } from '#server/features/posts/content.ts'
import type { LockedSocial } from '#server/features/posts/locks.ts'
import { keepContents } from '#server/features/posts/post-contents.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { checkPlaces } from './places.ts'

/** What marks belong to: an entry of the history of approvals, or a note. */
export type MarkOwner = { readonly approval_action_id: number } | { readonly note_id: number }

type Wrong = Failure<'validation_error'>

const ownedBy = (owner: MarkOwner) => {
  const [column, id] =
    'note_id' in owner
      ? (['note_id', owner.note_id] as const)
      : (['approval_action_id', owner.approval_action_id] as const)
  return { column, id }
}

/** Adds marks to an entry or a note. Nothing is added if one of their places is not in the version. */
export const addMarks = async (
  { tx, scope, now }: ScopedCall,
  owner: MarkOwner,
  social: Pick<LockedSocial, 'id' | 'message' | 'first_comment'>,
  marks: readonly NewMark[],
): Promise<Wrong | null> => {
  if (marks.length === 0) return null
  const checked = await checkPlaces(tx, social, marks)
  if ('code' in checked) return checked
  // Once the version says something else, the marks are shown in what it said.
  const content = (await readStoredContents(tx, [social.id])).get(social.id)
  if (!content) throw new Error(`post social ${social.id} has no content to mark`)
  await keepContents(tx, [content])
  const rows = marks.map(({ place, comment }, index) => ({
    project_id: scope.projectId,
    post_social_id: social.id,
    ...owner,
    place: JSON.stringify(checked.places[index]?.place ?? place),
    media_id: checked.places[index]?.mediaId ?? null,
    comment,
    content_digest: content.digest,
    created_at: now,
  }))
  await tx.insertInto('marks').values(rows).execute()
  return null
}

/** What an entry or a note has, for a change of it. */
const readOwn = (tx: Tx, owner: MarkOwner) => {
  const { column, id } = ownedBy(owner)
  return tx.selectFrom('marks').select('id').where(column, '=', id).orderBy('id').execute()
}

export const countMarks = async (tx: Tx, owner: MarkOwner): Promise<number> =>
  (await readOwn(tx, owner)).length

/**
 * Takes marks away, changes what is said at others, and adds new ones. Marks that are not named stay as they are: a client that knows
 * nothing of marks removes none by a change of the text.
 */
export const changeMarks = async (
  call: ScopedCall,
  owner: MarkOwner,
  social: LockedSocial,
  { marks, removed }: { readonly marks: readonly ChangedMark[]; readonly removed: readonly number[] },
): Promise<Wrong | null> => {
  if (marks.length === 0 && removed.length === 0) return null
  const { tx } = call
  const known = (await readOwn(tx, owner)).map(({ id }) => id)
  const fresh = marks.flatMap(mark => ('place' in mark ? mark : []))
  const kept = marks.flatMap(mark => ('id' in mark ? mark : []))
  const unknown = [...removed, ...kept.map(({ id }) => id)].some(id => !known.includes(id))
  if (unknown) return notItsOwn
  if (known.filter(id => !removed.includes(id)).length + fresh.length > MARKS_MAX) return tooMany
  if (removed.length > 0) await tx.deleteFrom('marks').where('id', 'in', removed).execute()
  for (const { id, comment } of kept)
    await tx.updateTable('marks').set({ comment }).where('id', '=', id).execute()
  return addMarks(call, owner, social, fresh)
}

const notItsOwnText = 'This mark is not part of it. It may have been removed: load it again.'
const notItsOwn = fail('validation_error', { message: notItsOwnText, errors: { marks: [notItsOwnText] } })
const tooManyText = `At most ${MARKS_MAX} marks can be made.`
const tooMany = fail('validation_error', { message: tooManyText, errors: { marks: [tooManyText] } })

/** Ticks marks off or opens them again: all that are named, or none. What is ticked already keeps who ticked it. */
export const tickMarks = async (
  { tx, person, now }: ScopedCall,
  owner: MarkOwner,
  marks: readonly { readonly id: number; readonly is_done: boolean }[],
): Promise<Wrong | null> => {
  const known = (await readOwn(tx, owner)).map(({ id }) => id)
  const unknown = marks.findIndex(({ id }) => !known.includes(id))
  if (unknown >= 0)
    return fail('validation_error', {
      message: notItsOwnText,
      errors: { [`marks.${unknown}.id`]: [notItsOwnText] },
    })
  for (const { id, is_done } of marks)
    await tx
      .updateTable('marks')
      .set(is_done ? { done_at: now, done_by: person.userId } : { done_at: null, done_by: null })
      .where('id', '=', id)
      .where('done_at', is_done ? 'is' : 'is not', null)
      .execute()
  return null
}

/** A mark as `marksOf` reads it. */
export type StoredMark = {
  readonly id: number
  readonly place: Place
  readonly comment: string
  readonly done_at: string | null
  readonly done_by_user: { readonly id: number; readonly name: string } | null
  readonly former_file: Row<'medias'> | null
}

/** Of a mark `k`: the file as it was marked, a crop as that crop; null while the version has the picture. */
const formerFile = sql`(
  select to_json(f) from post_contents c join medias f on f.id = any(c.media_ids)
  where c.post_social_id = k.post_social_id and c.digest = k.content_digest
    and k.media_id in (f.id, f.parent_media_id) and f.deleted_at is null
    and not exists (
      select 1 from attachments a join medias m on m.id = a.media_id
      where a.post_social_id = k.post_social_id and k.media_id in (m.id, m.parent_media_id))
  limit 1)`

/** The marks of an entry (`approval_action_id`) or a note (`note_id`), as a JSON array in the order in which they were made; null without any. */
export const marksOf = (
  column: 'approval_action_id' | 'note_id',
  owner: string,
): RawBuilder<StoredMark[] | null> => sql<StoredMark[] | null>`(
  select json_agg(json_build_object('id', k.id, 'place', k.place, 'comment', k.comment, 'done_at', k.done_at,
    'former_file', ${formerFile},
    'done_by_user', (select json_build_object('id', u.id, 'name', trim(u.name || ' ' || u.last_name))
      from users u where u.id = k.done_by)) order by k.id)
  from marks k where k.${sql.ref(column)} = ${sql.ref(owner)})`

/** As the contract says; missing without any, so that clients who know nothing of marks see what they always saw. */
export const toMarks = (
  stored: readonly StoredMark[] | null,
  publicUrl: string,
): { readonly marks?: Mark[] } =>
  stored === null
    ? {}
    : {
        marks: stored.map(({ former_file, ...mark }) => ({
          ...mark,
          is_done: mark.done_at !== null,
          done_at: mark.done_at && new Date(mark.done_at).toISOString(),
          ...(former_file && { former_file: toObjectData(former_file, publicUrl) }),
        })),
      }

/** For clients, who do not learn who acts inside the agency. */
export const withoutNames = <Entry extends { readonly marks?: Mark[] | undefined }>(entry: Entry): Entry =>
  entry.marks ? { ...entry, marks: entry.marks.map(mark => ({ ...mark, done_by_user: null })) } : entry

/** For clients who read a note: it may be about a picture that was never sent to them. */
export const withoutFormerFiles = <Entry extends { readonly marks?: Mark[] | undefined }>(
  entry: Entry,
): Entry =>
  entry.marks ? { ...entry, marks: entry.marks.map(({ former_file: _, ...mark }) => mark) } : entry
