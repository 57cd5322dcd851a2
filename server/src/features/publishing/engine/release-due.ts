import { dueDecision } from '#domain/publishing/due-decision.ts'
import { mustNotAutopost } from '#domain/schedules/timing.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { openPublications } from './open-publication.ts'
import type { Publisher } from './publisher.ts'
import { readPresentDigests } from './release.ts'

const MINUTE = 60_000

/**
 * Releases, in one transaction, those of the schedules that are due and whose versions all simply go out: most of a burst. What another
 * worker or a person holds in this moment is left for the next time. @returns how many were released, and those that are to be looked
 * at one by one, where a person or the client has a say.
 */
export const releaseBatch = (
  publisher: Publisher,
  scheduleIds: readonly number[],
): Promise<{ released: number; left: number[] }> =>
  publisher.services.db.transaction().execute(async tx => {
    const { schedules, socials, empty } = await lockDue(tx, scheduleIds)
    const digests = await readPresentDigests(tx, socials)
    const now = await publisher.now(tx)
    const plain = schedules.filter(schedule =>
      isReadyToGoOut(schedule, { socials: socials.filter(isOf(schedule)), digests, now }),
    )
    if (plain.length > 0) await release(tx, { plain, socials, digests, now })
    const done = new Set(plain.map(schedule => schedule.id))
    const seen = schedules.map(schedule => schedule.id).filter(id => !done.has(id))
    return { released: plain.length, left: [...seen, ...empty] }
  })

type Schedule = Row<'schedules'>

type Snapshot = {
  readonly socials: readonly Social[]
  readonly digests: ReadonlyMap<number, string>
  readonly now: Date
}

const isOf = (schedule: Schedule) => (social: Social) => social.post_id === schedule.post_id

/** Whether the due time makes every version of it go out, by the same table that decides about each single one. */
const isReadyToGoOut = (schedule: Schedule, { socials, digests, now }: Snapshot): boolean =>
  schedule.datetime <= now &&
  socials.length > 0 &&
  socials.every(
    social =>
      dueDecision({
        status: social.status,
        isAutoposting: schedule.is_autoposting && !mustNotAutopost([social.social_network], social.type),
        // Only a version that waits for the client depends on these two, and that is none of the plain ones.
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
  const accountOf = await readAccountIdsOf(tx, [...new Set(plain.map(schedule => schedule.project_id))])
  const openings = socials.flatMap(social => {
    const schedule = scheduleOf.get(social.post_id)
    if (!schedule) return []
    const digest = digests.get(social.id) ?? ''
    // None: it fails on the way with the reason, as one that is removed later does.
    const accountId = accountOf.get(`${social.project_id}/${social.social_network}`) ?? null
    const event = 'publishing_started' as const
    return [{ ...{ social, event, digest, accountId, now }, startedBy: null, dueAt: schedule.datetime }]
  })
  await openPublications(tx, openings)
}

/** `empty`: those of posts without a version. */
type Due = {
  readonly schedules: Row<'schedules'>[]
  readonly socials: Row<'post_socials'>[]
  readonly empty: number[]
}

/**
 * The schedules that nobody has released yet, with their post socials, all held; the post socials first, as everywhere. What somebody
 * else holds in this moment is left out, and so is a post of which one version is held.
 */
export const lockDue = async (tx: Tx, scheduleIds: readonly number[]): Promise<Due> => {
  const wanted = await readVersions(tx, scheduleIds)
  const filled = new Set(wanted.map(version => version.schedule_id))
  const empty = scheduleIds.filter(id => !filled.has(id))
  if (wanted.length === 0) return { schedules: [], socials: [], empty }
  const ids = wanted.map(version => version.id)
  const held = await tx
    .selectFrom('post_socials')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  const heldIds = new Set(held.map(social => social.id))
  const without = new Set(wanted.flatMap(version => (heldIds.has(version.id) ? [] : version.post_id)))
  const socials = held.filter(social => !without.has(social.post_id))
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

/** The connected accounts of these projects, by `project/network`. */
export const readAccountIdsOf = async (
  db: Reader,
  projectIds: readonly number[],
): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('social_accounts')
    .select(['id', 'project_id', 'social_network'])
    .where('project_id', 'in', projectIds)
    .where('removed_at', 'is', null)
    .execute()
  return new Map(rows.map(row => [`${row.project_id}/${row.social_network}`, row.id]))
}

type Social = Row<'post_socials'>
