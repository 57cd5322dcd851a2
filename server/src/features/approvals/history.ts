import { sql } from 'kysely'
import type { ApprovalAction, ChecklistItem } from '#domain/approvals/model.ts'
import type { ApprovalActionType } from '#domain/approvals/status.ts'
import type { EventType } from '#domain/kernel/live-events.ts'
import type { ApprovalType } from '#domain/posts/status.ts'
import { marksOf, type StoredMark, toMarks } from '#server/features/marks/marks.ts'
import { type StoredPicture, toConversationPicture } from '#server/features/media/conversation-pictures.ts'
import type { LockedSocial } from '#server/features/posts/locks.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { emit, eventOf } from '#server/platform/events/emit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import type { LinkUse, ProjectScope } from '#server/platform/session/scope.ts'
import { publicUrlOf } from '#server/platform/storage/storage.ts'

/** Who decides on an approval, where and when. `personId` null: the product itself. */
export type ApprovalContext = {
  readonly tx: Tx
  readonly scope: ProjectScope
  readonly now: Date
  readonly personId: number | null
  /** They hold a personal link and have not signed in. */
  readonly byLink?: LinkUse | undefined
}

/** The context of the caller's decision. */
export const contextOf = ({ tx, scope, now, person }: ScopedCall): ApprovalContext => ({
  tx,
  scope,
  now,
  personId: person.userId,
  byLink: person.byLink,
})

/** The round an entry is about. `id` null: it was skipped. */
type RoundRef = { readonly id: number | null; readonly type: ApprovalType }

/** Adds an entry to the approval history. `round` null: there was none, because approval was skipped. @returns its id */
export const recordAction = async (
  { tx, scope, now, personId, byLink }: ApprovalContext,
  social: LockedSocial,
  round: RoundRef | null,
  action: {
    readonly type: ApprovalActionType
    readonly message?: string | undefined
    readonly isByProposal?: boolean | undefined
  },
): Promise<number> => {
  const { id } = await tx
    .insertInto('approval_actions')
    .values({
      approval_id: round?.id ?? null,
      post_social_id: social.id,
      project_id: scope.projectId,
      round: round?.type ?? null,
      type: action.type,
      message: action.message || null,
      created_by: personId,
      created_at: now,
      is_by_link: byLink !== undefined,
      link_copied_by: byLink?.copiedBy ?? null,
      is_by_proposal: action.isByProposal ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Emits what happened to a version's round. */
export const emitRoundEvent = (
  { tx, personId }: ApprovalContext,
  type: EventType,
  social: LockedSocial,
  detail: Record<string, unknown>,
  /** Nobody is notified before: until then it can be undone. */
  notifyFrom?: Date,
): Promise<void> =>
  emit(tx, { ...eventOf(type, social, personId, detail), ...(notifyFrom && { notifyFrom }) })

type Author = { id: number; name: string; avatar_key: string | null }

type ActionRow = Row<'approval_actions'> & {
  checkboxes: ChecklistItem[] | null
  attachments: StoredPicture[] | null
  marks: StoredMark[] | null
  author: Author | null
  copied_by: string | null
}

/** The approval history of these post socials, newest first, by post social id. */
export const readActions = async (
  db: Reader,
  postSocialIds: readonly number[],
  publicUrl: string,
): Promise<Map<number, ApprovalAction[]>> => {
  if (postSocialIds.length === 0) return new Map()
  const rows = await selectActions(db).where('a.post_social_id', 'in', postSocialIds).execute()
  const actions = rows.map(row => toAction(row, publicUrl))
  return Map.groupBy(actions, action => action.post_social_id)
}

/** One entry of the history, or undefined. */
export const findAction = async (
  db: Reader,
  actionId: number,
  publicUrl: string,
): Promise<ApprovalAction | undefined> => {
  const row = await selectActions(db).where('a.id', '=', actionId).executeTakeFirst()
  return row && toAction(row, publicUrl)
}

const selectActions = (db: Reader) =>
  db
    .selectFrom('approval_actions as a')
    .selectAll('a')
    .select([
      sql<ChecklistItem[] | null>`(
        select json_agg(json_build_object('id', c.id, 'label', c.label, 'is_checked', c.is_checked) order by c.position)
        from approval_checkboxes c where c.approval_action_id = a.id)`.as('checkboxes'),
      sql<StoredPicture[] | null>`(
        select json_agg(json_build_object('id', p.id, 'original_name', m.original_name, 'storage_key', m.storage_key)
          order by p.position)
        from approval_action_attachments p join medias m on m.id = p.media_id
        where p.approval_action_id = a.id and m.deleted_at is null)`.as('attachments'),
      marksOf('approval_action_id', 'a.id').as('marks'),
      sql<Author | null>`(
        select json_build_object('id', u.id, 'name', trim(u.name || ' ' || u.last_name), 'avatar_key', u.avatar_key)
        from users u where u.id = a.created_by)`.as('author'),
      sql<
        string | null
      >`(select trim(u.name || ' ' || u.last_name) from users u where u.id = a.link_copied_by)`.as(
        'copied_by',
      ),
    ])
    .orderBy('a.id', 'desc')

const toAction = (row: ActionRow, publicUrl: string): ApprovalAction => ({
  id: row.id,
  approval_id: row.approval_id,
  post_social_id: row.post_social_id,
  round: row.round,
  type: row.type,
  message: row.message,
  checkboxes: row.checkboxes ?? [],
  attachments: (row.attachments ?? []).map(attachment => toConversationPicture(attachment, publicUrl)),
  ...toMarks(row.marks, publicUrl),
  created_at: row.created_at.toISOString(),
  ...(row.edited_at && { edited_at: row.edited_at.toISOString() }),
  ...(row.is_by_link && { is_by_link: true }),
  ...(row.copied_by !== null && { link_copied_by: row.copied_by }),
  ...(row.is_by_proposal && { is_by_proposal: true }),
  created_by_user: row.author && {
    id: row.author.id,
    name: row.author.name,
    avatar_image_link: row.author.avatar_key ? publicUrlOf(publicUrl, row.author.avatar_key, 'small') : null,
  },
})

/** The projects of entries of the history whose posts are not deleted, for the session gate. */
export const projectsOfApprovalActions = (ids: readonly number[]) =>
  sql<{ id: number; project_id: number }>`
    select a.id, a.project_id from approval_actions a join post_socials s on s.id = a.post_social_id
    join posts p on p.id = s.post_id where a.id = any(${[...ids]}) and p.deleted_at is null`

/** The same for their attachments. */
export const projectsOfApprovalAttachments = (ids: readonly number[]) =>
  sql<{ id: number; project_id: number }>`
    select t.id, a.project_id from approval_action_attachments t
    join approval_actions a on a.id = t.approval_action_id
    join post_socials s on s.id = a.post_social_id join posts p on p.id = s.post_id
    where t.id = any(${[...ids]}) and p.deleted_at is null`
