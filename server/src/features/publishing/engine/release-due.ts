import { dueDecision, isSentByGalley } from '#domain/publishing/due-decision.ts'
import { isBilled } from '#server/features/billing/standings.ts'
import { digestIn, readDigests } from '#server/features/posts/content.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { listDueInTurns } from './due.ts'
import { openPublications, readAccountIdsOf } from './open-publication.ts'
import type { Publisher } from './publisher.ts'
import { releaseSchedule } from './release.ts'

const MINUTE = 60_000
/**
 * How many schedules one sweep takes, and releases in one transaction: enough to be quick, few enough not to lock their rows for long.
 */
const TAKEN_ON = 400
const BATCH = 100

/**
 * Releases the schedules that are due. @returns how many were released. Those that another transaction has locked, or that failed, are
 * not counted: retrying them at once would make the worker spin
 */
export const releaseDue = async (publisher: Publisher): Promise<number> => {
  const { db, log, config } = publisher.services
  const ids = await listDueInTurns(db, await publisher.now(db), {
    limit: TAKEN_ON,
    isBilled: isBilled(config),
  })
  let count = 0
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH)
    const { released, remaining } = await releaseBatch(publisher, batch).catch(error => {
      log.warn({ err: error }, 'a batch of schedules could not be released together')
      return { released: 0, remaining: batch }
    })
    const oneByOne = await Promise.all(
      remaining.map(id =>
        releaseSchedule(publisher, id).catch(error => {
          log.error({ err: error, schedule: id }, 'a schedule could not be released')
          return false
        }),
      ),
    )
    count += released + oneByOne.filter(Boolean).length
  }
  return count
}

/**
 * Releases, in one transaction, those due schedules whose versions all simply go out, which is most of a burst. What another
 * transaction has locked is left for the next sweep. @returns how many were released, and those that remain to be released one by one
 */
const releaseBatch = (
  publisher: Publisher,
  scheduleIds: readonly number[],
): Promise<{ released: number; remaining: number[] }> =>
  publisher.services.db.transaction().execute(async tx => {
    const { schedules, socials, empty } = await lockDue(tx, scheduleIds)
    const digests = await readDigests(
      tx,
      socials.map(social => social.id),
    )
    const now = await publisher.now(tx)
    const plain = schedules.filter(schedule =>
      isReadyToGoOut(schedule, { socials: socials.filter(isOf(schedule)), digests, now }),
    )
    if (plain.length > 0) await release(tx, { plain, socials, digests, now })
    const done = new Set(plain.map(schedule => schedule.id))
    const seen = schedules.map(schedule => schedule.id).filter(id => !done.has(id))
    return { released: plain.length, remaining: [...seen, ...empty] }
  })

type Schedule = Row<'schedules'>

type Snapshot = {
  readonly socials: readonly Social[]
  readonly digests: ReadonlyMap<number, string>
  readonly now: Date
}

const isOf = (schedule: Schedule) => (social: Social) => social.post_id === schedule.post_id

/** Whether the due time sends out every version of it, by the same table that decides about a single one. */
const isReadyToGoOut = (schedule: Schedule, { socials, digests, now }: Snapshot): boolean =>
  schedule.datetime <= now &&
  socials.length > 0 &&
  socials.every(
    social =>
      dueDecision({
        status: social.status,
        isAutoposting: isSentByGalley(schedule.is_autoposting, social.social_network, social.type),
        // These two only matter to a version that waits for the client, and such a schedule is never released in a batch.
        bypass: false,
        internalApproved: false,
        digestMatches: social.cleared_digest !== null && social.cleared_digest === digests.get(social.id),
        latenessMinutes: (now.getTime() - schedule.datetime.getTime()) / MINUTE,
      }) === 'publish',
  )

const release = async (
  tx: Tx,
  { plain, socials, digests, now }: Snapshot & { readonly plain: readonly Schedule[] },
): Promise<void> => {
  const ids = plain.map(schedule => schedule.id)
  await tx.updateTable('schedules').set({ released_at: now }).where('id', 'in', ids).execute()
  const scheduleOf = new Map(plain.map(schedule => [schedule.post_id, schedule]))
  const accountsOf = await readAccountIdsOf(tx, [...new Set(plain.map(schedule => schedule.project_id))])
  const openings = socials.flatMap(social => {
    const schedule = scheduleOf.get(social.post_id)
    if (!schedule) return []
    const digest = digestIn(digests, social.id)
    // Without an account the attempt fails with that reason, as it does when the account is removed later.
    const accountId = accountsOf.get(social.project_id)?.get(social.social_network) ?? null
    const event = 'publishing_started' as const
    return [{ social, event, digest, accountId, now, startedBy: null, dueAt: schedule.datetime }]
  })
  await openPublications(tx, openings)
}

/** `empty`: the schedules of posts that have no version. */
type Due = {
  readonly schedules: Row<'schedules'>[]
  readonly socials: Row<'post_socials'>[]
  readonly empty: number[]
}

/**
 * Locks the schedules that are not released yet, and before them their post socials, as everywhere. What another transaction has
 * locked is left out, and so is a post of which one version is locked.
 */
const lockDue = async (tx: Tx, scheduleIds: readonly number[]): Promise<Due> => {
  const wanted = await readVersions(tx, scheduleIds)
  const filled = new Set(wanted.map(version => version.schedule_id))
  const empty = scheduleIds.filter(id => !filled.has(id))
  if (wanted.length === 0) return { schedules: [], socials: [], empty }
  const ids = wanted.map(version => version.id)
  const locked = await tx
    .selectFrom('post_socials')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  const lockedIds = new Set(locked.map(social => social.id))
  const without = new Set(wanted.flatMap(version => (lockedIds.has(version.id) ? [] : version.post_id)))
  const socials = locked.filter(social => !without.has(social.post_id))
  if (socials.length === 0) return { schedules: [], socials: [], empty }
  const schedules = await tx
    .selectFrom('schedules')
    .innerJoin('posts', 'posts.id', 'schedules.post_id')
    .innerJoin('projects', 'projects.id', 'schedules.project_id')
    .selectAll('schedules')
    .where('schedules.id', 'in', scheduleIds)
    .where(
      'schedules.post_id',
      'in',
      socials.map(social => social.post_id),
    )
    .where('schedules.deleted_at', 'is', null)
    .where('schedules.released_at', 'is', null)
    .where('posts.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)
    .where('projects.archived_at', 'is', null)
    .orderBy('schedules.id')
    .forUpdate('schedules')
    .skipLocked()
    .execute()
  return { schedules, socials, empty }
}

const readVersions = (tx: Tx, scheduleIds: readonly number[]) =>
  tx
    .selectFrom('post_socials')
    .innerJoin('schedules', 'schedules.post_id', 'post_socials.post_id')
    .select(['post_socials.id', 'post_socials.post_id', 'schedules.id as schedule_id'])
    .where('schedules.id', 'in', scheduleIds)
    .execute()

type Social = Row<'post_socials'>
