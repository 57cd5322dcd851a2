import { sql } from 'kysely'
import { deadlineOf } from '#domain/approvals/deadline.ts'
import { onSilence } from '#domain/approvals/on-silence.ts'
import { isLedByMaster } from '#domain/approvals/rounds.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import type { MediaReplicationStatus } from '#domain/media/status.ts'
import { can } from '#domain/permissions/can.ts'
import { isSettingOn, LATE_GOES_LIVE } from '#domain/permissions/settings.ts'
import type { Attachment, Post, PostSocial } from '#domain/posts/model.ts'
import { isClosedVersion, isOpenPost, isVisibleTo, postStatus } from '#domain/posts/status.ts'
import { deadlineHoursOf } from '#domain/projects/deadline-hours.ts'
import type { Schedule } from '#domain/schedules/model.ts'
import { readFormerAccounts, waitsForApproval } from '#server/features/social-accounts/approved-accounts.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedContext } from '#server/platform/http/route.ts'
import type { Person, ProjectScope } from '#server/platform/session/scope.ts'
import { readAttachments } from './attachments.ts'
import { linkedPageOf } from './link-previews/linked-pages.ts'
import { isTurnOf, type Round, readRounds } from './rounds.ts'
import { isPostOverdue, readSchedules } from './schedules.ts'
import { masterNetworkOf, type Viewer, viewerOf } from './viewer.ts'

/** The post as the caller sees it now; `not_found` if they may see nothing of it. */
export const answerPost = async (
  db: Reader,
  call: ScopedContext,
  postId: number,
  now: Date,
): Promise<Post | Failure<'not_found'>> => {
  const post = await getPostFor(db, viewerOf(call), postId, now)
  return isFailure(post) ? fail('not_found', { message: post.message }) : post
}

/** A post that was just inserted: nobody has been named to approve it yet. */
export type NewPost = Pick<
  Row<'posts'>,
  'id' | 'project_id' | 'type' | 'created_by' | 'created_at' | 'updated_at'
>

type Approvers =
  | 'parent_post_id'
  | 'skipped_approvals'
  | 'concrete_internal_approver'
  | 'concrete_external_approver'
  | 'external_steps'
  | 'approval_deadline_at'
type PostRow = NewPost &
  Pick<Row<'posts'>, Approvers> & {
    creator_name: string | null
    creator_last_name: string | null
    /** Null as well if the campaign is in the bin. */
    shown_campaign_id: number | null
    has_copies: boolean
  }

type Parts = {
  readonly socials: readonly Row<'post_socials'>[]
  readonly attachments: Map<number, Attachment[]>
  readonly rounds: Map<number, Round[]>
  readonly schedule: Schedule | null
  readonly formerAccounts: ReadonlyMap<number, string>
}

/** The full posts that this viewer may see, in the order of the ids; those with no visible version are left out. */
export const readPosts = async (
  db: Reader,
  viewer: Viewer,
  postIds: readonly number[],
  now: Date,
): Promise<Post[]> => {
  if (postIds.length === 0) return []
  const posts = await readPostRows(db, viewer.scope, postIds)
  const socials = await readVisibleSocials(db, viewer.scope, postIds)
  const socialIds = socials.map(social => social.id)
  const attachments = await readAttachments(db, socialIds, viewer.publicUrl)
  const rounds = await readRounds(db, socialIds)
  const schedules = await readSchedules(db, postIds)
  const formerAccounts = await readFormerAccounts(db, socials)
  const socialsOf = Map.groupBy(socials, social => social.post_id)
  return postIds.flatMap(id => {
    const row = posts.get(id)
    const own = socialsOf.get(id)
    if (!row || !own) return []
    return [
      toPost(
        row,
        { socials: own, attachments, rounds, schedule: schedules.get(id) ?? null, formerAccounts },
        viewer,
        now,
      ),
    ]
  })
}

/** A post that its creator has just inserted, as they see it: nothing else belongs to it yet, so that nothing has to be read. */
export const showNewPost = (
  viewer: Viewer,
  author: Person,
  { post, socials }: { post: NewPost; socials: readonly Row<'post_socials'>[] },
  now: Date,
): Post =>
  toPost(
    {
      ...post,
      creator_name: author.name,
      creator_last_name: null,
      shown_campaign_id: null,
      parent_post_id: null,
      has_copies: false,
      skipped_approvals: [],
      concrete_internal_approver: [],
      concrete_external_approver: [],
      external_steps: [],
      approval_deadline_at: null,
    },
    {
      socials: socials.toSorted((one, other) => (one.social_network < other.social_network ? -1 : 1)),
      attachments: new Map(),
      rounds: new Map(),
      schedule: null,
      formerAccounts: new Map(),
    },
    viewer,
    now,
  )

/** One post, or `post_not_found`, also if the viewer may see no version of it. */
export const getPostFor = async (
  db: Reader,
  viewer: Viewer,
  postId: number,
  now: Date,
): Promise<Post | Failure<'post_not_found'>> => {
  const [post] = await readPosts(db, viewer, [postId], now)
  return post ?? postNotFound(postId)
}

/** Fixed wording (docs/product/posts.md "Texts"). */
export const postNotFound = (postId: number): Failure<'post_not_found'> =>
  fail('post_not_found', { message: `The post id=${postId} does not exist` })

const readPostRows = async (db: Reader, scope: ProjectScope, postIds: readonly number[]) => {
  const rows: PostRow[] = await db
    .selectFrom('posts')
    .leftJoin('users', 'users.id', 'posts.created_by')
    .leftJoin('campaigns', join =>
      join.onRef('campaigns.id', '=', 'posts.campaign_id').on('campaigns.deleted_at', 'is', null),
    )
    .selectAll('posts')
    .select(['users.name as creator_name', 'users.last_name as creator_last_name'])
    .select('campaigns.id as shown_campaign_id')
    .select(sql<boolean>`exists (select 1 from media_copies c where c.post_id = posts.id)`.as('has_copies'))
    .where('posts.id', 'in', postIds)
    .where('posts.project_id', '=', scope.projectId)
    .where('posts.deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

const readVisibleSocials = async (db: Reader, scope: ProjectScope, postIds: readonly number[]) => {
  const rows = await db
    .selectFrom('post_socials')
    .selectAll()
    .where('post_id', 'in', postIds)
    .where('project_id', '=', scope.projectId)
    .orderBy('social_network')
    .execute()
  return rows.filter(row => isVisibleTo(row, scope.role))
}

const toPost = (row: PostRow, parts: Parts, viewer: Viewer, now: Date): Post => {
  const { scope } = viewer
  const master = masterNetworkOf(scope)
  const masterSocial = parts.socials.find(social => social.social_network === master)
  const withRounds = (id: number) => ({ id, rounds: parts.rounds.get(id) ?? [] })
  const isInsider = scope.role === null || can(scope, 'post.seeInternalApprovalRound')
  const socials = parts.socials.map(social =>
    toPostSocial(social, parts, {
      isMaster: social === masterSocial,
      isInsider,
      publicUrl: viewer.publicUrl,
    }),
  )
  /** The versions that are decided about separately, not with the master. */
  const decided = socials.filter(
    ({ id }) => !isLedByMaster(withRounds(id), masterSocial ? withRounds(masterSocial.id) : null),
  )
  const status = postStatus(socials.map(social => social.status))
  /** Says the shared content, if there is one. */
  const leading = socials.find(social => social.follows_shared) ?? socials[0]
  return {
    id: row.id,
    project_id: row.project_id,
    type: row.type,
    status,
    message: leading?.message ?? '',
    first_comment: leading?.first_comment ?? '',
    campaign_id: row.shown_campaign_id,
    parent_post_id: row.parent_post_id,
    media_replication_status: replicationOf(row, socials),
    created_by: row.created_by === null ? null : { id: row.created_by, name: creatorName(row) },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted_at: null,
    master_social_post_id: masterSocial?.id ?? null,
    master_social_network: masterSocial?.social_network ?? null,
    ...planOf(row, isInsider),
    can_approve_post_socials: idsOfMatching(decided, social => canApprove(viewer, social, parts)),
    can_unapprove_post_socials: idsOfMatching(decided, social => canUnapprove(viewer, social)),
    post_socials: socials,
    isEditable: can(scope, 'post.edit') && isOpenPost(status),
    ...timesOf(row, socials, parts, scope, now),
  }
}

/** Who decides; a client learns nothing of the internal round. */
const planOf = (row: PostRow, isInsider: boolean) => ({
  concrete_internal_approver: isInsider ? row.concrete_internal_approver : [],
  concrete_external_approver: row.concrete_external_approver,
  external_steps: row.external_steps,
  skipped_approvals: row.skipped_approvals.filter(type => isInsider || type === 'external'),
})

/** What follows from its schedule. */
const timesOf = (
  row: PostRow,
  socials: readonly PostSocial[],
  { schedule, rounds }: Parts,
  scope: ProjectScope,
  now: Date,
): Pick<Post, 'latest_schedule' | 'is_overdue' | 'decide_by' | 'on_silence'> => {
  const decide_by = decideBy(row, socials, schedule, scope)
  return {
    latest_schedule: schedule,
    is_overdue: schedule !== null && isPostOverdue(socials, schedule.datetime, now),
    decide_by,
    on_silence: decide_by === null ? null : outcomeOnSilence(socials, rounds, scope),
  }
}

const outcomeOnSilence = (
  socials: readonly PostSocial[],
  rounds: Parts['rounds'],
  { settings }: ProjectScope,
): 'goes_out' | 'stays' => {
  const waiting = socials.filter(({ approvals }) => approvals.some(({ status }) => status === 'open'))
  return onSilence(
    waiting.map(({ id }) => rounds.get(id) ?? []),
    isSettingOn(settings, LATE_GOES_LIVE),
  )
}

/** The first deadline of the open rounds that the viewer sees. */
const decideBy = (
  { approval_deadline_at: chosenAt }: Pick<PostRow, 'approval_deadline_at'>,
  socials: readonly PostSocial[],
  schedule: Schedule | null,
  scope: ProjectScope,
): string | null => {
  const opened = socials.flatMap(({ approvals }) => approvals.filter(({ status }) => status === 'open'))
  if (schedule === null || opened.length === 0) return null
  const scheduledAt = new Date(schedule.datetime)
  const hours = deadlineHoursOf(scope.settings)
  const deadlines = opened.map(({ opened_at, step, decide_by }) => {
    const ownAt = decide_by === undefined ? null : new Date(decide_by)
    const waiting = { scheduledAt, chosenAt: step === undefined ? chosenAt : ownAt, hours }
    return deadlineOf({ ...waiting, openedAt: new Date(opened_at) }).toISOString()
  })
  return deadlines.toSorted()[0] ?? null
}

/** The worst of its files; within a project a duplicate shares them. */
const replicationOf = (
  { parent_post_id, has_copies }: Pick<PostRow, 'parent_post_id' | 'has_copies'>,
  socials: readonly PostSocial[],
): MediaReplicationStatus | null => {
  const present = new Set(
    socials.flatMap(({ attachments }) => attachments.map(({ replication }) => replication?.status)),
  )
  const unfinished = (['failed', 'in-progress', 'pending-duplication'] as const).find(one => present.has(one))
  return unfinished ?? (parent_post_id !== null || has_copies ? 'duplicated' : null)
}

const creatorName = (row: PostRow): string =>
  `${row.creator_name ?? ''} ${row.creator_last_name ?? ''}`.trim()

const idsOfMatching = (socials: readonly PostSocial[], test: (social: PostSocial) => boolean): number[] =>
  socials.filter(test).map(social => social.id)

const toPostSocial = (
  row: Row<'post_socials'>,
  parts: Parts,
  { isMaster, isInsider, publicUrl }: { isMaster: boolean; isInsider: boolean; publicUrl: string },
): PostSocial => {
  const attachments = parts.attachments.get(row.id) ?? []
  const all = parts.rounds.get(row.id) ?? []
  const rounds = isInsider ? all : externalOf(all)
  const {
    project_id: _,
    cleared_digest: __,
    approved_account_id: ______,
    external_id: ___,
    sent_back_in: ____,
    skipped_approvals: _____,
    ...shown
  } = row
  const former = parts.formerAccounts.get(row.id)
  return {
    ...shown,
    ...(former !== undefined && {
      [waitsForApproval(row.status) ? 'account_before' : 'approved_for']: former,
    }),
    // Names on a colleague's disk, of what is not part of the post yet.
    awaited_files: isInsider ? row.awaited_files : [],
    // Tells a client how many versions they do not see; a closed one follows nothing.
    follows_shared: isInsider && row.follows_shared && !isClosedVersion(row.status),
    linked_page: linkedPageOf(row, publicUrl),
    attachments,
    attachment_order: attachments.map(attachment => attachment.id),
    has_multi_attachments: attachments.filter(attachment => attachment.description === 'media').length > 1,
    is_master_content: isMaster,
    approvals: rounds.map(round => ({ ...round, is_master_content: isMaster })),
    internal_approval_id: rounds.findLast(round => round.type === 'internal')?.id ?? null,
    external_approval_id: rounds.findLast(round => round.type === 'external')?.id ?? null,
    published_at: row.published_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    // A post is deleted as a whole.
    deleted_at: null,
  }
}

/**
 * The rounds that a client sees, with their own numbering: the stored number tells how often the post came back inside the agency. Its later
 * steps have the number of the first.
 */
const externalOf = (rounds: readonly Round[]): Round[] => {
  let number = 0
  return rounds
    .filter(({ type }) => type === 'external')
    .map(round => {
      if (round.step === undefined) number += 1
      return { ...round, round: number }
    })
}

const canApprove = ({ scope, personId }: Viewer, social: PostSocial, { rounds }: Parts): boolean =>
  (rounds.get(social.id) ?? []).some(round => isTurnOf(scope, personId, round))

/**
 * Whether the viewer may unapprove a post social: it is approved and has an approved round that they see, for a client an external one
 * (docs/product/approvals.md "Unapproving").
 */
const canUnapprove = ({ scope }: Viewer, social: PostSocial): boolean =>
  social.status === 'approved' &&
  can(scope, 'post.moveToUnapprovalList') &&
  social.approvals.some(
    ({ id, status }) =>
      status === 'approved' && (id === social.internal_approval_id || id === social.external_approval_id),
  )

/** The projects of posts that are not deleted, for the session gate. */
export const projectsOfPosts = (ids: readonly number[]) =>
  sql<{ id: number; project_id: number }>`
    select id, project_id from posts where id = any(${[...ids]}) and deleted_at is null`

/** The same for versions of posts. */
export const projectsOfPostSocials = (ids: readonly number[]) =>
  sql<{ id: number; project_id: number }>`
    select s.id, s.project_id from post_socials s join posts p on p.id = s.post_id
    where s.id = any(${[...ids]}) and p.deleted_at is null`
