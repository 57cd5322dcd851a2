import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Db, Reader } from '#server/platform/db/database.ts'

const HOUR = 3_600_000
/** Longer than anybody asks about. */
const KEPT_DAYS = 400

/** How an attempt ended. */
export type BackupEnd = {
  readonly target: string
  readonly endedAt: Date
  readonly seconds: number
  readonly outcome:
    | { readonly backupId: string; readonly missingFiles: number }
    | { readonly problem: string }
}

/** Notes how an attempt ended. Not in a database of an earlier version, which may be backed up before an upgrade. */
export const recordBackup = async (
  db: Db,
  { target, endedAt, seconds, outcome }: BackupEnd,
): Promise<void> => {
  const { rows } = await sql<{ isThere: boolean }>`
    select exists (select from pg_attribute where attrelid = to_regclass('public.backups')
      and attname = 'missing_files') as "isThere"`.execute(db)
  if (!rows[0]?.isThere) return
  await db
    .insertInto('backups')
    .values({
      target,
      ended_at: endedAt,
      seconds,
      backup_id: 'backupId' in outcome ? outcome.backupId : null,
      problem: 'problem' in outcome ? outcome.problem : null,
      missing_files: 'backupId' in outcome ? outcome.missingFiles : 0,
    })
    .execute()
  await db
    .deleteFrom('backups')
    .where('ended_at', '<', new Date(endedAt.getTime() - KEPT_DAYS * 24 * HOUR))
    .execute()
}

/** The backups of the configured place. `isLate`: the last good one is older than it should be. */
export type BackupState = {
  readonly lastGood: {
    readonly at: Date
    readonly backupId: string
    readonly seconds: number
    /** Files that posts use and the installation did not have. */
    readonly missingFiles: number
  } | null
  /** Why the latest attempt failed; null if it did not. */
  readonly problem: string | null
  readonly isDue: boolean
  readonly isLate: boolean
}

/** One is due a little before its time, since the job comes every five minutes. */
const EARLY_MS = 3 * 60_000
/** What failed is not tried again before. */
const REST_MS = HOUR - EARLY_MS

/** Null where none are configured. A place without any good one is late as soon as the first has failed. */
export const readBackupState = async (
  db: Reader,
  { BACKUP_TARGET, BACKUP_EVERY_HOURS }: Pick<Config, 'BACKUP_TARGET' | 'BACKUP_EVERY_HOURS'>,
  now: Date,
): Promise<BackupState | null> => {
  if (BACKUP_TARGET === undefined) return null
  const ofTarget = db
    .selectFrom('backups')
    .selectAll()
    .where('target', '=', BACKUP_TARGET)
    .orderBy('ended_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
  const latest = await ofTarget.executeTakeFirst()
  const good = await ofTarget.where('backup_id', 'is not', null).executeTakeFirst()
  const ageMs = good ? now.getTime() - good.ended_at.getTime() : Number.POSITIVE_INFINITY
  // From when it began: the time of day stays the same, however long one takes.
  const sinceBeginMs = ageMs + (good ? good.seconds * 1000 : 0)
  const problem = latest?.problem ?? null
  const hasRested = !latest || problem === null || now.getTime() - latest.ended_at.getTime() >= REST_MS
  const everyMs = BACKUP_EVERY_HOURS * HOUR
  return {
    lastGood: good
      ? {
          at: good.ended_at,
          backupId: good.backup_id ?? '',
          seconds: good.seconds,
          missingFiles: good.missing_files,
        }
      : null,
    problem,
    isDue: sinceBeginMs >= everyMs - EARLY_MS && hasRested,
    isLate: latest !== undefined && ageMs > 2 * everyMs,
  }
}
