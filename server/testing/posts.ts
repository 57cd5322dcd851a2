import { instantOf } from '#domain/kernel/instant-of.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import type { Mention } from '#domain/posts/model.ts'
import {
  type ApprovalStatus,
  type ApprovalType,
  type PostSocialStatus,
  unsentStatuses,
} from '#domain/posts/status.ts'
import { readDigests } from '#server/features/posts/content.ts'
import { freezeLinkedPages } from '#server/features/posts/link-previews/linked-pages.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { testNow } from './app.ts'
import { nextNumber, type TestProject } from './people.ts'

/** An approval round. `chosen`: who must decide; `approvedBy`: who has approved the content as it is when the post is built. */
export type TestRound = {
  type: ApprovalType
  status: ApprovalStatus
  chosen?: readonly number[]
  approvedBy?: readonly number[]
}

/** A version of a post. By default its rounds are those that the status implies. */
export type TestSocial = {
  network: SocialNetwork
  status?: PostSocialStatus
  message?: string
  first_comment?: string
  mentions?: readonly Mention[]
  media?: readonly number[]
  follows_shared?: boolean
  /** Further attachments, or media with their own texts, in order. */
  attachments?: readonly TestAttachment[]
  rounds?: readonly TestRound[]
}
export type TestAttachment = Pick<Row<'attachments'>, 'media_id' | 'description' | 'extra_fields'>
export type TestSchedule = { date: string; time: string; is_autoposting?: boolean; released?: boolean }
export type TestPost = { postId: number; socialIds: number[]; scheduleId: number | null }

/** An uploaded photo of 1200 by 628 pixels; each has different bytes. */
export const buildMedia = async (
  db: Db,
  project: TestProject,
  set: Partial<
    Pick<Row<'medias'>, 'object_type' | 'content_type' | 'has_previews' | 'source' | 'canva_design_id'>
  > = {},
): Promise<number> => {
  const number = nextNumber()
  const { id } = await db
    .insertInto('medias')
    .values({
      project_id: project.projectId,
      storage_key: `key${number}`,
      object_type: 'image',
      content_type: 'image/jpeg',
      original_name: `photo ${number}.jpg`,
      file_size: 100_000 + number,
      sha256: number.toString(16).padStart(64, '0'),
      width: 1200,
      height: 628,
      has_previews: true,
      ...set,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * A post as it would be after the calls that lead to this status, with its rounds and cleared digest. `status` applies to every
 * version that has none of its own.
 */
export const buildPost = async (
  db: Db,
  project: TestProject,
  options: {
    status?: PostSocialStatus
    type?: PostType
    socials?: readonly TestSocial[]
    schedule?: TestSchedule
    createdBy?: number
  } = {},
): Promise<TestPost> => {
  const { projectId } = project
  const type = options.type ?? 'single_photo'
  const { id: postId } = await db
    .insertInto('posts')
    .values({ project_id: projectId, type, created_by: options.createdBy ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const socialIds: number[] = []
  for (const social of options.socials ?? [{ network: 'facebook' }])
    socialIds.push(
      await buildSocial(db, { projectId, postId, type }, social, social.status ?? options.status),
    )
  const scheduleId = options.schedule ? await buildSchedule(db, project, postId, options.schedule) : null
  return { postId, socialIds, scheduleId }
}

const clearedStatuses: readonly PostSocialStatus[] = [
  'approved',
  'scheduled',
  'pending_publish',
  'on_publishing',
  'live',
  'publishing_failed',
]

const roundsOf = (status: PostSocialStatus): TestRound[] => {
  const internal = (is: ApprovalStatus): TestRound => ({ type: 'internal', status: is })
  const external = (is: ApprovalStatus): TestRound => ({ type: 'external', status: is })
  if (status === 'pending_internal_approval') return [internal('open')]
  if (status === 'pending_external_approval') return [internal('approved'), external('open')]
  if (status === 'requires_revision') return [internal('revision_requested')]
  if (status === 'unapproved') return [internal('approved'), external('unapproved')]
  const wasApproved = status !== 'scheduled' && clearedStatuses.includes(status)
  return wasApproved ? [internal('approved'), external('approved')] : []
}

/** The round that a version was sent back from, if any. */
const sentBackIn = (rounds: readonly TestRound[]): ApprovalType | null =>
  rounds.findLast(({ status }) => status === 'revision_requested' || status === 'unapproved')?.type ?? null

const buildSocial = async (
  db: Db,
  post: { projectId: number; postId: number; type: PostType },
  social: TestSocial,
  status: PostSocialStatus = 'draft',
): Promise<number> => {
  if (status === 'deleted') throw new Error('No post social is stored as deleted: the status is only shown.')
  const { id } = await db
    .insertInto('post_socials')
    .values({
      post_id: post.postId,
      project_id: post.projectId,
      social_network: social.network,
      type: post.type,
      message: social.message ?? `Hello ${social.network}`,
      first_comment: social.first_comment ?? '',
      ...(social.mentions ? { extra_fields: JSON.stringify({ mentions: social.mentions }) } : {}),
      follows_shared: social.follows_shared ?? false,
      status,
      is_approved: status === 'approved' || status === 'live',
      is_unapproved: status === 'unapproved',
      sent_back_in: sentBackIn(social.rounds ?? roundsOf(status)),
      published_at: status === 'live' ? new Date() : null,
      failure_reason: status === 'publishing_failed' ? 'rejected' : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const plain = (social.media ?? []).map(
    (media_id): TestAttachment => ({ media_id, description: 'media', extra_fields: {} }),
  )
  for (const [position, attachment] of [...plain, ...(social.attachments ?? [])].entries())
    await db
      .insertInto('attachments')
      .values({
        post_social_id: id,
        project_id: post.projectId,
        position,
        ...attachment,
        extra_fields: JSON.stringify(attachment.extra_fields),
      })
      .execute()
  if (!unsentStatuses.includes(status)) await freeze(db, id)
  const digest = (await readDigests(db, [id])).get(id) ?? null
  if (clearedStatuses.includes(status))
    await db.updateTable('post_socials').set({ cleared_digest: digest }).where('id', '=', id).execute()
  for (const [index, round] of (social.rounds ?? roundsOf(status)).entries())
    await buildRound(db, { projectId: post.projectId, socialId: id, digest, number: index + 1 }, round)
  return id
}

const freeze = (db: Db, id: number) =>
  db.transaction().execute(async tx => {
    const rows = await tx.selectFrom('post_socials').selectAll().where('id', '=', id).execute()
    await freezeLinkedPages(tx, rows)
  })

const buildRound = async (
  db: Db,
  at: { projectId: number; socialId: number; digest: string | null; number: number },
  round: TestRound,
): Promise<void> => {
  const { id } = await db
    .insertInto('approvals')
    .values({
      post_social_id: at.socialId,
      project_id: at.projectId,
      type: round.type,
      status: round.status,
      round: at.number,
      opened_at: testNow,
      closed_at: round.status === 'open' ? null : new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const userId of new Set([...(round.chosen ?? []), ...(round.approvedBy ?? [])])) {
    const hasDecided = round.approvedBy?.includes(userId) ?? false
    await db
      .insertInto('approval_approvers')
      .values({
        approval_id: id,
        user_id: userId,
        is_chosen: round.chosen?.includes(userId) ?? false,
        decided_at: hasDecided ? new Date() : null,
        content_digest: hasDecided ? at.digest : null,
      })
      .execute()
  }
}

/** Schedules a post without checking any rule, so that a test can be before, at and after its time. */
export const buildSchedule = async (
  db: Db,
  project: TestProject,
  postId: number,
  { date, time, is_autoposting = true, released = false }: TestSchedule,
): Promise<number> => {
  const datetime = instantOf({ date, time, timezone: project.timezone })
  const { id } = await db
    .insertInto('schedules')
    .values({
      post_id: postId,
      project_id: project.projectId,
      date,
      time,
      timezone: project.timezone,
      datetime,
      is_autoposting,
      released_at: released ? datetime : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A campaign of the project. @returns its id */
export const buildCampaign = async (
  db: Db,
  { projectId }: TestProject,
  own: { readonly name?: string; readonly deleted_at?: Date } = {},
): Promise<number> => {
  const values = { project_id: projectId, name: 'Summer sale', color: '#2f6fd0', ...own }
  return (await db.insertInto('campaigns').values(values).returning('id').executeTakeFirstOrThrow()).id
}
