import { sql } from 'kysely'
import {
  type DatabaseIdentity,
  findLostTime,
  HEARTBEAT_MS,
  howFarSetBack,
  LOST_AFTER_MS,
  type LostTime,
} from '#domain/publishing/lost-time.ts'
import { openStatuses } from '#domain/publishing/status.ts'
import { bringForward } from '#server/platform/db/bring-forward.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import { embeddedFolder, identifyClusterFile } from '#server/platform/db/embedded/cluster-file.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { makeWitness } from '#server/platform/db/witness.ts'
import { holdEveryAgency } from './holds.ts'
import type { Publisher } from './publisher.ts'

/** Writes that a worker is there, and finds out whether the database or its clock was put back (decisions 107 and 144). */
export type Heart = { beat(): Promise<void> }

/** One for each worker: it remembers its own last beat. Two workers that find the same gap at once record it once. */
export const makeHeartbeat = (publisher: Publisher): Heart => {
  const { services } = publisher
  const witness = makeWitness(services.config)
  let ownBeats: number | null = null
  return {
    beat: async () => {
      const identity = await readIdentity(services)
      const kept = ownBeats === null ? await witness.read(identity.system) : null
      const { lost, beats } = await services.db.transaction().execute(async tx => {
        const row = await lockHeartbeat(tx)
        const now = await publisher.now(tx)
        const last = {
          system: row.system_identifier,
          timeline: row.timeline,
          table: row.table_oid,
          file: row.file_identity,
          changed: row.file_changed,
          beats: row.beats,
          at: row.beat_at,
        }
        const setBackMs = howFarSetBack(last, now)
        if (setBackMs > 0) await bringForward(tx, publisher.waitingTimes, { now, setBackMs })
        const found = findLostTime(last, { now, identity, ownBeats, witness: kept })
        if (found) await recordLostTime(tx, found)
        // Beyond the witness as well: what was found once is not found again at the next start.
        const next = Math.max(row.beats, ownBeats ?? 0, kept ?? 0) + 1
        await tx
          .updateTable('publishing_heartbeat')
          .set({ beats: next, beat_at: now, ...identityColumns(identity) })
          .execute()
        return { lost: found, beats: next }
      })
      ownBeats = beats
      await witness.keep(identity.system, beats)
      if (lost)
        services.log.warn(
          { from: lost.from, until: lost.until, held: lost.reason },
          'the database knows nothing of this time: unsent posts are looked up before they are sent',
        )
    },
  }
}

/** Beats until it is stopped. The first beat comes before anything is published; a later one that fails is tried again. */
export const startHeartbeat = async (
  publisher: Publisher,
): Promise<{ beat(): Promise<void>; stop(): Promise<void> }> => {
  const heart = makeHeartbeat(publisher)
  await heart.beat()
  let beating = Promise.resolve()
  const beat = () => {
    beating = beating.then(heart.beat).catch(error => {
      publisher.services.log.warn({ err: error }, 'the heartbeat could not be written')
    })
    return beating
  }
  const timer = setInterval(beat, HEARTBEAT_MS)
  timer.unref()
  return {
    beat,
    stop: () => {
      clearInterval(timer)
      return beating
    },
  }
}

const lockHeartbeat = async (tx: Tx) => {
  await tx
    .insertInto('publishing_heartbeat')
    .values({ is_only: true })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return tx.selectFrom('publishing_heartbeat').selectAll().forUpdate().executeTakeFirstOrThrow()
}

/** Of the log that the server writes now: what `pg_control_checkpoint()` tells changes a while after a standby was promoted. */
const currentTimeline = sql<number>`('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int`

/**
 * Whether a worker has written its sign of life since the server became the primary. Until then nothing is claimed: what a former primary
 * had accepted last may be unknown here.
 */
export const isKnownTimeline = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ isKnown: boolean }>`${prepared}
    select timeline is null or timeline = ${currentTimeline} as "isKnown" from publishing_heartbeat`.execute(
    tx,
  )
  return rows[0]?.isKnown ?? true
}

/** Servers may keep the first function from the user. The files can be read where the database is the embedded one. */
const readIdentity = async ({ db, config }: Publisher['services']): Promise<DatabaseIdentity> => {
  const { rows: found } = await sql<{ system: string | null; timeline: number; table: number }>`
    select case when has_function_privilege('pg_control_system()', 'execute')
        then (select system_identifier::text from pg_control_system()) end as system,
      ${currentTimeline} as timeline, 'publishing_heartbeat'::regclass::oid::bigint as table`.execute(db)
  const { system = null, timeline = null, table = null } = found[0] ?? {}
  const file = config.DATABASE_URL ? null : await identifyClusterFile(embeddedFolder(config))
  return { system, timeline, table, file: file?.identity ?? null, changed: file?.changed ?? null }
}

/** What cannot be read now stays as it was: a command on another machine does not see the files. */
const identityColumns = ({ system, timeline, table, file, changed }: DatabaseIdentity) => ({
  system_identifier: system,
  timeline,
  table_oid: table,
  ...(file === null || changed === null ? {} : { file_identity: file, file_changed: changed }),
})

/**
 * Records the time, and that publications and comments under way then may be further than their rows say. Everything else that existed is
 * compared with the period when it is about to be published.
 */
const recordLostTime = async (tx: Tx, { from, until, reason }: LostTime): Promise<void> => {
  await tx
    .insertInto('lost_periods')
    .values(({ selectFrom, fn }) => ({
      lost_from: from,
      lost_until: until,
      last_post_social_id: selectFrom('post_socials').select(
        fn.coalesce(fn.max('id'), sql<number>`0`).as('last'),
      ),
    }))
    .execute()
  await tx
    .updateTable('publications')
    .set(eb => ({
      lost_from: sql<Date>`least(lost_from, ${from}::timestamptz)`,
      lost_until: until,
      look_up_first: eb.fn.coalesce('look_up_first', sql<'must'>`'must'`),
    }))
    .where('status', 'in', openStatuses)
    .execute()
  await tx
    .updateTable('publication_follow_ups')
    .set(eb => ({ comment_sent_at: eb.fn.coalesce('comment_sent_at', sql<Date>`${until}::timestamptz`) }))
    .where('comment', 'in', ['pending', 'failed'])
    .execute()
  await tx
    .updateTable('publication_follow_ups')
    .set({ since: until, run_at: until, comment_absent_look_ups: 0 })
    .where('comment', '=', 'pending')
    .execute()
  if (reason !== null) await holdEveryAgency(tx, { reason, lostFrom: from, now: until })
}

/** What no database calls itself. */
const RESTORED = 'restored'

/**
 * Lets the next worker take the database for another one, also where a restored one lies on the same server and was put back within a
 * minute: it looks up what may have gone out since, and publishing is held. `takenAt`: when the backup was taken. Names no column that the
 * tables did not have from the beginning, since those of an older backup may lack newer ones.
 */
export const markRestored = async (tx: Tx, takenAt: Date): Promise<void> => {
  await lockHeartbeat(tx)
  await sql`
    update publishing_heartbeat set system_identifier = ${RESTORED},
      beat_at = coalesce(beat_at, ${takenAt}::timestamptz) - make_interval(secs => ${LOST_AFTER_MS / 1000})`.execute(
    tx,
  )
}

/** Holds publishing from the restore on, so that an operator sees it before a worker starts. */
export const holdRestored = async (tx: Tx, takenAt: Date, now: Date): Promise<void> =>
  holdEveryAgency(tx, { reason: 'other_database', lostFrom: takenAt, now })

/** From when until when a version may have been published without this database knowing. */
export type LostPeriod = { readonly from: Date; readonly until: Date }

/**
 * The lost time of each of these versions that existed in some; the others are left out. By post social id. The ids tell which existed: by
 * a clock that was set back, some seem to be made later.
 */
export const readLostPeriods = async (
  db: Reader,
  socials: readonly Pick<Row<'post_socials'>, 'id'>[],
): Promise<Map<number, LostPeriod>> => {
  if (socials.length === 0) return new Map()
  const periods = await db
    .selectFrom('lost_periods')
    .select(['lost_from', 'lost_until', 'last_post_social_id'])
    .where('last_post_social_id', '>=', Math.min(...socials.map(({ id }) => id)))
    .execute()
  if (periods.length === 0) return new Map()
  return new Map(
    socials.flatMap(({ id }) => {
      const own = periods.filter(({ last_post_social_id }) => last_post_social_id >= id)
      if (own.length === 0) return []
      const from = Math.min(...own.map(({ lost_from }) => lost_from.getTime()))
      const until = Math.max(...own.map(({ lost_until }) => lost_until.getTime()))
      return [[id, { from: new Date(from), until: new Date(until) }]]
    }),
  )
}
