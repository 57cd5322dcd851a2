import type { SocialNetwork } from '#domain/networks/model.ts'
import { type PostSocialEvent, postSocialLifecycle } from '#domain/posts/status.ts'
import type { StartedFrom } from '#server/platform/db/column-types.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import { moveAll } from '#server/platform/db/move.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { emitAll, eventOf } from '#server/platform/events/emit.ts'
import { handOver } from '#server/platform/spans.ts'
import { type LostPeriod, readLostPeriods } from './lost-time.ts'
import { wakePublishing } from './wake.ts'

export type Opening = {
  readonly social: Row<'post_socials'>
  readonly event: Extract<PostSocialEvent, 'publishing_started' | 'publishing_started_by_admin'>
  /** The digest of the content to be sent; compared again just before the call. */
  readonly digest: string
  readonly accountId: number | null
  /** Null: the product itself, at the due time. */
  readonly startedBy: number | null
  readonly dueAt: Date
  readonly now: Date
  /** A person insists on sending it although it is not known whether an earlier attempt went out. */
  readonly isForced?: boolean
}

/**
 * Starts publishing a post social: its status, its publication and the event, all or nothing. False: its status does not allow it any
 * more. A post that may already be on the network is looked up first, by the ids of the earlier attempt. `look_up_first` says what
 * happens if that is uncertain: with `must` it does not go out; with `may`, for an admin's own publication or one that a person
 * insists on, it does.
 */
export const openPublication = async (tx: Tx, opening: Opening): Promise<boolean> =>
  (await openPublications(tx, [opening])).has(opening.social.id)

/**
 * Starts many, with one event and one person, in a fixed number of statements. @returns the ids of the post socials that were started
 */
export const openPublications = async (tx: Tx, openings: readonly Opening[]): Promise<Set<number>> => {
  const [first] = openings
  if (!first) return new Set()
  const { event, startedBy, isForced = false } = first
  const isAsAdmin = event === 'publishing_started_by_admin'
  const changes = openings.map(({ social, digest, now }) => ({
    id: social.id,
    failure_reason: null,
    last_social_api_response: null,
    sent_version: social.version,
    updated_at: now,
    // What an admin publishes as an admin counts as cleared in its present form.
    cleared_digest: isAsAdmin ? digest : social.cleared_digest,
    // So does the account that is connected now, also if somebody read that it is another one and publishes again (decision 158).
    approved_account_id:
      isAsAdmin || social.failure_reason === 'other_account' ? null : social.approved_account_id,
  }))
  const started = await moveAll(tx, postSocialLifecycle, event, changes)
  const opened = openings.filter(({ social }) => started.has(social.id))
  if (opened.length === 0) return started
  const unconfirmed = await findUnresolvedAttempts(
    tx,
    new Map(opened.map(({ social, digest, accountId }) => [social.id, { digest, accountId }])),
  )
  const socials = opened.map(({ social }) => social)
  const lost = await readLostPeriods(tx, socials)
  await tx
    .insertInto('publications')
    .values(
      opened.map(opening =>
        publicationOf(opening, unconfirmed.get(opening.social.id), lost.get(opening.social.id)),
      ),
    )
    .execute()
  const detail = { as_admin: isAsAdmin, ...(isForced ? { insisted: true } : {}) }
  await emitAll(
    tx,
    socials.map(social => eventOf('post_social.publishing_started', social, startedBy, detail)),
  )
  await wakePublishing(tx)
  return started
}

const publicationOf = (
  { social, event, digest, accountId, startedBy, dueAt, now, isForced = false }: Opening,
  unresolved: Unresolved | undefined,
  lost: LostPeriod | undefined,
) => {
  // Who publishes without approval answers for what an earlier attempt left, not for what nobody remembers.
  const isAnsweredFor = isForced || (event === 'publishing_started_by_admin' && !lost)
  return {
    post_social_id: social.id,
    project_id: social.project_id,
    social_account_id: accountId,
    social_network: social.social_network,
    status: 'queued' as const,
    content_digest: digest,
    due_at: dueAt,
    run_at: now,
    started_by: startedBy,
    started_from: JSON.stringify(startedFrom(social)),
    prepared: JSON.stringify(unresolved?.prepared ?? {}),
    first_sent_at: unresolved?.firstSentAt ?? null,
    was_sent_elsewhere: unresolved?.isElsewhere ?? false,
    look_up_first: unresolved || lost ? (isAnsweredFor ? ('may' as const) : ('must' as const)) : null,
    lost_from: lost?.from ?? null,
    lost_until: lost?.until ?? null,
    trace_parent: handOver('open publication', {
      'galley.network': social.social_network,
      'galley.post': social.post_id,
    }),
  }
}

const startedFrom = ({
  status,
  failure_reason,
  last_social_api_response,
  approved_account_id,
}: Row<'post_socials'>): StartedFrom => ({
  status,
  failure_reason,
  last_social_api_response,
  approved_account_id,
})

/** The connected accounts of a project by network. */
export const readAccountIds = async (db: Reader, projectId: number): Promise<AccountIds> =>
  (await readAccountIdsOf(db, [projectId])).get(projectId) ?? new Map()

type AccountIds = ReadonlyMap<SocialNetwork, number>

/** The same for several projects, by project; one without accounts is left out. */
export const readAccountIdsOf = async (
  db: Reader,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, AccountIds>> => {
  const rows = await db
    .selectFrom('social_accounts')
    .select(['id', 'project_id', 'social_network'])
    .where('project_id', 'in', projectIds)
    .where('removed_at', 'is', null)
    .execute()
  const byProject = [...Map.groupBy(rows, row => row.project_id)]
  return new Map(byProject.map(([id, own]) => [id, new Map(own.map(row => [row.social_network, row.id]))]))
}

/** The content to be published now, and the account to publish it through. */
type Wanted = { readonly digest: string; readonly accountId: number | null }

const attemptColumns = [
  ...(['post_social_id', 'social_account_id', 'status', 'failure_reason', 'content_digest'] as const),
  ...(['prepared', 'first_sent_at', 'look_up_first', 'was_sent_elsewhere'] as const),
] as const

type Attempt = Pick<Row<'publications'>, (typeof attemptColumns)[number]>

/** What an unconfirmed attempt left behind. `isElsewhere`: on another account, whose uploads are useless here and which cannot be read any more. */
type Unresolved = {
  readonly prepared: Record<string, unknown>
  readonly firstSentAt: Date | null
  readonly isElsewhere: boolean
}

/**
 * What the latest unconfirmed attempts with exactly this content left behind, by post social id, whatever was tried in between. Other
 * content is another post, whose ids would find or attach the wrong thing. An attempt that failed before its look-up leaves the
 * question open, and a withdrawn one counts as no attempt.
 */
const findUnresolvedAttempts = async (
  db: Reader,
  wanted: ReadonlyMap<number, Wanted>,
): Promise<Map<number, Unresolved>> => {
  const attempts = await db
    .selectFrom('publications')
    .select(attemptColumns)
    .where('post_social_id', 'in', [...wanted.keys()])
    .where('status', '<>', 'cancelled')
    .orderBy('id', 'desc')
    .execute()
  const found = new Map<number, Unresolved>()
  for (const [id, all] of Map.groupBy(attempts, attempt => attempt.post_social_id)) {
    const requested = wanted.get(id)
    const left =
      requested &&
      unresolvedAttempt(
        all.filter(one => one.content_digest === requested.digest),
        requested.accountId,
      )
    if (left) found.set(id, left)
  }
  return found
}

const isOpen = ({ status, failure_reason: reason, look_up_first }: Attempt): boolean =>
  status === 'failed' && (reason === 'unconfirmed' || look_up_first !== null)

/** The attempts with the same content, latest first. */
const unresolvedAttempt = (
  attempts: readonly Attempt[],
  accountId: number | null,
): Unresolved | undefined => {
  if (!attempts[0] || !isOpen(attempts[0])) return undefined
  const own = attempts.filter(one => isOpen(one) && one.social_account_id === accountId)
  // An attempt that was held back only because of another account has left nothing on this one.
  const tried = own.find(one => !one.was_sent_elsewhere || one.first_sent_at !== null)
  return tried
    ? { prepared: tried.prepared, firstSentAt: tried.first_sent_at, isElsewhere: false }
    : { prepared: {}, firstSentAt: null, isElsewhere: true }
}
