import type { SocialNetwork } from '#domain/networks/model.ts'
import type { PostSocialEvent } from '#domain/posts/status.ts'
import type { StartedFrom } from '#server/platform/db/column-types.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import { moveAll } from '#server/platform/db/move.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { emitAll, eventOf } from '#server/platform/events/emit.ts'
import { wakePublishing } from './wake.ts'

export type Opening = {
  readonly social: Row<'post_socials'>
  readonly event: Extract<PostSocialEvent, 'publishing_started' | 'publishing_started_by_admin'>
  /** What is to go out; compared again just before the call. */
  readonly digest: string
  readonly accountId: number | null
  /** Null: the product itself, at the due time. */
  readonly startedBy: number | null
  readonly dueAt: Date
  readonly now: Date
  /** A person answers for it going out although nobody can tell whether an earlier attempt did. */
  readonly isForced?: boolean
}

/**
 * Puts a post social on its way: its status, its publication, the event and the job, all or nothing. False: it is in another state by
 * now. What may be on the network already is looked for first, by the ids of the earlier attempt: an ordinary publication `must` have
 * looked before it sends, an admin's own, or one that a person insists on, `may` go out although nobody can tell.
 */
export const openPublication = async (tx: Tx, opening: Opening): Promise<boolean> =>
  (await openPublications(tx, [opening])).has(opening.social.id)

/** Many at once, of one event and one person: a handful of statements however many there are. @returns the post socials on their way */
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
    // An admin answers for what they publish as it stands: that is what was cleared.
    cleared_digest: isAsAdmin ? digest : social.cleared_digest,
  }))
  const started = await moveAll(tx, 'post_socials', event, changes)
  const going = openings.filter(({ social }) => started.has(social.id))
  if (going.length === 0) return started
  const unconfirmed = await findUnresolvedAttempts(
    tx,
    new Map(going.map(({ social, digest, accountId }) => [social.id, { digest, accountId }])),
  )
  await tx
    .insertInto('publications')
    .values(going.map(opening => publicationOf(opening, unconfirmed.get(opening.social.id))))
    .execute()
  const socials = going.map(({ social }) => social)
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
) => {
  const isAnsweredFor = isForced || event === 'publishing_started_by_admin'
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
    look_up_first: unresolved ? (isAnsweredFor ? ('may' as const) : ('must' as const)) : null,
  }
}

const startedFrom = ({
  status,
  failure_reason,
  last_social_api_response,
}: Row<'post_socials'>): StartedFrom => ({
  status,
  failure_reason,
  last_social_api_response,
})

/** The connected accounts of a project by network. */
export const readAccountIds = async (db: Reader, projectId: number): Promise<Map<SocialNetwork, number>> => {
  const rows = await db
    .selectFrom('social_accounts')
    .select(['id', 'social_network'])
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .execute()
  return new Map(rows.map(row => [row.social_network, row.id]))
}

/** What is to go out now, and through which account. */
type Wanted = { readonly digest: string; readonly accountId: number | null }

const attemptColumns = [
  ...(['post_social_id', 'social_account_id', 'status', 'failure_reason', 'content_digest'] as const),
  ...(['prepared', 'first_sent_at', 'look_up_first', 'was_sent_elsewhere'] as const),
] as const

type Attempt = Pick<Row<'publications'>, (typeof attemptColumns)[number]>

/** What an attempt of unknown outcome left behind; `isElsewhere`: on another account, whose uploads are of no use here. */
type Unresolved = {
  readonly prepared: Record<string, unknown>
  readonly firstSentAt: Date | null
  readonly isElsewhere: boolean
}

/**
 * What the latest attempts with these very contents left behind, by post social id, where nobody knows whether they went out; whatever
 * else was tried in between. Other content is another post: its ids would find, or attach, what is not to go out now. An attempt that was
 * to look first and came to no end does not answer the question, and what was withdrawn was no attempt. `elsewhere`: it was through another
 * account, whose uploads are of no use here, and on which nobody can look.
 */
export const findUnresolvedAttempts = async (
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
    const asked = wanted.get(id)
    const left =
      asked &&
      unresolvedAttempt(
        all.filter(one => one.content_digest === asked.digest),
        asked.accountId,
      )
    if (left) found.set(id, left)
  }
  return found
}

const isOpen = ({ status, failure_reason: reason, look_up_first }: Attempt): boolean =>
  status === 'failed' && (reason === 'unconfirmed' || look_up_first !== null)

/** Of attempts with one content, the latest first. */
const unresolvedAttempt = (
  attempts: readonly Attempt[],
  accountId: number | null,
): Unresolved | undefined => {
  if (!attempts[0] || !isOpen(attempts[0])) return undefined
  const own = attempts.filter(one => isOpen(one) && one.social_account_id === accountId)
  // What was only held back here since it may stand elsewhere has left nothing here.
  const tried = own.find(one => !one.was_sent_elsewhere || one.first_sent_at !== null)
  return tried
    ? { prepared: tried.prepared, firstSentAt: tried.first_sent_at, isElsewhere: false }
    : { prepared: {}, firstSentAt: null, isElsewhere: true }
}
