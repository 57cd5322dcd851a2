import { sql } from 'kysely'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { NOTES_PAGE } from '#domain/notes/limits.ts'
import type { Note } from '#domain/notes/model.ts'
import { audiencesReadBy, mayMention, mayReadNote } from '#domain/notes/note-rules.ts'
import { can } from '#domain/permissions/can.ts'
import { isVisibleTo } from '#domain/posts/status.ts'
import {
  marksOf,
  type StoredMark,
  toMarks,
  withoutFormerFiles,
  withoutNames,
} from '#server/features/marks/marks.ts'
import { type StoredPicture, toConversationPicture } from '#server/features/media/conversation-pictures.ts'
import { listPeople } from '#server/features/projects/people.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedCall, ScopedContext } from '#server/platform/http/route.ts'
import { pictureUrl } from '#server/platform/storage/storage.ts'

/** The version of a post that notes are about, or null if the caller does not see it. */
export const findShownSocial = async (
  db: Reader,
  { scope }: ScopedContext,
  id: number,
): Promise<Row<'post_socials'> | null> => {
  const social = await db
    .selectFrom('post_socials')
    .innerJoin('posts', 'posts.id', 'post_socials.post_id')
    .selectAll('post_socials')
    .where('post_socials.id', '=', id)
    .where('post_socials.project_id', '=', scope.projectId)
    .where('posts.deleted_at', 'is', null)
    .executeTakeFirst()
  return social && isVisibleTo(social, scope.role) ? social : null
}

/** Waits for a deletion of the post that is under way, and keeps it from being deleted until this transaction ends. */
export const lockShownSocial = async (call: ScopedCall, id: number): Promise<Row<'post_socials'> | null> => {
  await sql`select 1 from posts p join post_socials s on s.post_id = p.id where s.id = ${id} for share of p`.execute(
    call.tx,
  )
  return findShownSocial(call.tx, call, id)
}

type Person = { id: number; name: string }

type NoteRow = Row<'notes'> & {
  author: Person & { avatar_key: string | null }
  is_authors_client: boolean
  mentions: (Person & { is_client: boolean })[] | null
  attachments: StoredPicture[] | null
  marks: StoredMark[] | null
}

/** Whether a person of the project is its client: a member with that role. */
const isClient = (user: string) => sql<boolean>`exists (
  select 1 from project_members c
  where c.project_id = n.project_id and c.user_id = ${sql.ref(user)} and c.role = 'external-approver')`

const selectNotes = (db: Reader) =>
  db
    .selectFrom('notes as n')
    .selectAll('n')
    .select([
      sql<NoteRow['author']>`(
        select json_build_object('id', u.id, 'name', trim(u.name || ' ' || u.last_name), 'avatar_key', u.avatar_key)
        from users u where u.id = n.created_by)`.as('author'),
      isClient('n.created_by').as('is_authors_client'),
      marksOf('note_id', 'n.id').as('marks'),
      sql<NoteRow['mentions']>`(
        select json_agg(json_build_object('id', u.id, 'name', trim(u.name || ' ' || u.last_name),
          'is_client', ${isClient('u.id')}) order by u.id)
        from note_mentions m join users u on u.id = m.user_id where m.note_id = n.id)`.as('mentions'),
      sql<StoredPicture[] | null>`(
        select json_agg(json_build_object('id', a.id, 'original_name', f.original_name, 'storage_key', f.storage_key)
          order by a.position, a.id)
        from note_attachments a join medias f on f.id = a.media_id where a.note_id = n.id and f.deleted_at is null)`.as(
        'attachments',
      ),
    ])

/** Who reads. */
type Reading = Pick<ScopedContext, 'scope' | 'person' | 'services'>

const toNote = (row: NoteRow, { scope, person, services }: Reading): Note => {
  const { publicUrl } = services.config
  const isInsider = can(scope, 'note.readInternal')
  const { avatar_key, ...author } = row.author
  // Written as a client, by somebody who still is one: a colleague of the agency may have become a client since.
  const isAuthorShown =
    isInsider || (row.is_by_client && row.is_authors_client) || author.id === person.userId
  const note = {
    id: row.id,
    post_social_id: row.post_social_id,
    message: row.message,
    is_for_client: row.is_for_client,
    mentions: (row.mentions ?? [])
      .filter(one => isInsider || one.is_client)
      .map(({ id, name }) => ({ id, name })),
    attachments: (row.attachments ?? []).map(picture => toConversationPicture(picture, publicUrl)),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    created_by_user: isAuthorShown
      ? { ...author, avatar_image_link: pictureUrl(publicUrl, avatar_key, 'small') }
      : null,
    ...toMarks(row.marks, publicUrl),
  }
  return isInsider ? note : withoutFormerFiles(withoutNames(note))
}

type Page = { readonly postSocialId: number; readonly before?: number | undefined }

/** Of the notes of a version that the caller may read the newest, or those before a note; oldest first. */
export const readNotes = async (
  db: Reader,
  call: Reading,
  { postSocialId, before }: Page,
): Promise<Note[]> => {
  const rows = await selectNotes(db)
    .where('n.post_social_id', '=', postSocialId)
    .where('n.is_for_client', 'in', audiencesReadBy(call.scope))
    .$if(before !== undefined, query => query.where('n.id', '<', before ?? 0))
    .orderBy('n.id', 'desc')
    .limit(NOTES_PAGE)
    .execute()
  return rows.reverse().map(row => toNote(row, call))
}

/** How many notes of a version the caller may read: nobody learns from it of notes that are not for them. */
export const countReadable = async (
  db: Reader,
  { scope }: ScopedContext,
  postSocialId: number,
): Promise<number> =>
  (
    await db
      .selectFrom('notes')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('post_social_id', '=', postSocialId)
      .where('is_for_client', 'in', audiencesReadBy(scope))
      .executeTakeFirstOrThrow()
  ).count

/** A note that exists, as the caller reads it. */
export const getNote = async (call: ScopedCall, id: number): Promise<Note> =>
  toNote(await selectNotes(call.tx).where('n.id', '=', id).executeTakeFirstOrThrow(), call)

/** A note of this version, locked; null if it does not exist or the caller may not read it. */
export const lockNote = async (
  { tx, scope }: ScopedCall,
  id: number,
  postSocialId: number,
): Promise<Row<'notes'> | null> => {
  const note = await tx
    .selectFrom('notes')
    .selectAll()
    .where('id', '=', id)
    .where('post_social_id', '=', postSocialId)
    .where('project_id', '=', scope.projectId)
    .forUpdate()
    .executeTakeFirst()
  return note && mayReadNote(scope, note) ? note : null
}

/** These people, each once, or a refusal if one of them may not be mentioned in a text for this audience. */
export const checkMentions = async (
  { tx, scope, services }: ScopedCall,
  text: Pick<Row<'notes'>, 'is_for_client'>,
  userIds: readonly number[],
): Promise<readonly number[] | Failure<'validation_error'>> => {
  if (userIds.length === 0) return []
  const people = await listPeople(tx, scope, services.config.publicUrl)
  const mentionable = people.filter(person => mayMention(scope, text, person)).map(({ id }) => id)
  const unique = [...new Set(userIds)]
  return unique.every(id => mentionable.includes(id)) ? unique : cannotMention
}

/** Writes whom the note mentions, in place of those before. Refused when one of them may not be mentioned in it. */
export const writeMentions = async (
  call: ScopedCall,
  note: Pick<Row<'notes'>, 'id' | 'is_for_client'>,
  userIds: readonly number[],
): Promise<Failure<'validation_error'> | null> => {
  await call.tx.deleteFrom('note_mentions').where('note_id', '=', note.id).execute()
  const mentioned = await checkMentions(call, note, userIds)
  if (isFailure(mentioned)) return mentioned
  const rows = mentioned.map(user_id => ({ note_id: note.id, user_id }))
  if (rows.length > 0) await call.tx.insertInto('note_mentions').values(rows).execute()
  return null
}

const mentionText = 'You can only mention people who can read it.'
const cannotMention = fail('validation_error', {
  message: mentionText,
  errors: { mentions: [mentionText] },
})

const emptyText = 'Write a message or attach an image.'
/** A note without text, pictures and marks. */
export const emptyNote = fail('validation_error', { message: emptyText, errors: { message: [emptyText] } })
