import { sql } from 'kysely'
import { OVERDUE_GRACE_MINUTES } from '#domain/schedules/timing.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'

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
    .where('deleted_at', 'is', null)
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
    .where('post_socials.deleted_at', 'is', null)
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

/** Those of these schedules whose versions were dealt with at their time, long enough ago to be overdue if they are not out. */
export const listReleased = async (db: Reader, scheduleIds: readonly number[]): Promise<Set<number>> => {
  const rows = await db
    .selectFrom('schedules')
    .select('id')
    .where('id', 'in', scheduleIds)
    .where('released_at', 'is not', null)
    .where(sql<boolean>`datetime < clock_timestamp() - ${OVERDUE_GRACE_MINUTES} * interval '1 minute'`)
    .execute()
  return new Set(rows.map(row => row.id))
}
