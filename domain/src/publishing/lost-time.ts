const SECOND = 1_000
const MINUTE = 60 * SECOND

/** How often a worker writes its sign of life. */
export const HEARTBEAT_MS = 10 * SECOND

/** Shorter than this, a pause is an ordinary restart. */
export const LOST_AFTER_MS = MINUTE

/** After a longer pause, or where its length is unknown, nothing goes out until an admin says so. */
export const HELD_AFTER_MS = 60 * MINUTE

/** A standby that took over is at most this far behind: what else continues a database under a running worker is a restore. */
export const FAILOVER_MS = 5 * MINUTE

/** A day: as far back as anybody looks where the clock does not tell how long nothing was written. */
const WITHOUT_CLOCK_MS = 24 * 60 * MINUTE

/**
 * Which database it is. Null: it cannot be read, or no worker has read it yet. `table`: the number of one of its tables, which a restored
 * dump has anew. `file` and `changed`: the identity of a file that nothing ever writes again, and when it was changed last.
 */
export type DatabaseIdentity = {
  readonly system: string | null
  readonly timeline: number | null
  readonly table: number | null
  readonly file: string | null
  readonly changed: string | null
}

/** What the last worker wrote. `at` null: nothing has ever happened in this database. */
export type Heartbeat = DatabaseIdentity & { readonly beats: number; readonly at: Date | null }

/**
 * What a worker finds at a beat. `ownBeats`: the counter that it wrote last itself; null: it has just started. `witness`: the counter that
 * workers kept outside of the database, looked at by one that has just started; null: nothing is known of it.
 */
export type Beat = {
  readonly now: Date
  readonly identity: DatabaseIdentity
  readonly ownBeats: number | null
  readonly witness: number | null
}

/** Why publishing is held after lost time. */
export type LostTimeReason =
  | 'long_gap'
  | 'other_database'
  | 'older_database'
  | 'clock_set_back'
  | 'copied_folder'

/** The time that the database knows nothing of. `reason` null: too short to hold publishing for it. */
export type LostTime = { readonly from: Date; readonly until: Date; readonly reason: LostTimeReason | null }

/**
 * Whether the database may be a restored one, by its last heartbeat (docs/product/publishing.md "Restored backups", decision 107). Null: it
 * carries on where it was. A worker that finds its own beat, or a later one, knows that nothing was put back, however long ago that was.
 */
export const findLostTime = (last: Heartbeat, beat: Beat): LostTime | null => {
  if (last.at === null) return null
  const { now, ownBeats } = beat
  const reason = reasonOf(last, beat)
  const sinceMs = now.getTime() - last.at.getTime()
  const isPause = ownBeats === null && sinceMs > LOST_AFTER_MS
  const isFailover = hasTakenOver(last, beat)
  if (reason === null && !isPause && !isFailover) return null
  const from = sinceMs < 0 ? new Date(now.getTime() - WITHOUT_CLOCK_MS) : last.at
  return { from, until: now, reason }
}

/** The milliseconds by which the clock was set back since the last heartbeat, also under a running worker; 0: a correction by seconds. */
export const howFarSetBack = ({ at }: Pick<Heartbeat, 'at'>, now: Date): number => {
  const ms = at === null ? 0 : at.getTime() - now.getTime()
  return ms > LOST_AFTER_MS ? ms : 0
}

/** Whether a standby took over under a running worker: it continues the same system, and may lack what was written last. */
const hasTakenOver = (last: Heartbeat, { now, identity, ownBeats }: Beat): boolean => {
  const isSameSystem = last.system !== null && last.system === identity.system
  const isNext = last.timeline !== null && identity.timeline !== null && identity.timeline > last.timeline
  const isRecent = last.at !== null && Math.abs(now.getTime() - last.at.getTime()) <= FAILOVER_MS
  return ownBeats !== null && isSameSystem && isNext && isRecent
}

const reasonOf = (last: Heartbeat, beat: Beat): LostTimeReason | null => {
  const { now, identity, ownBeats, witness } = beat
  if (hasTakenOver(last, beat)) return null
  if (ownBeats !== null && last.beats < ownBeats) return 'older_database'
  if (differs(last.system, identity.system) || differs(last.timeline, identity.timeline))
    return 'other_database'
  if (differs(last.table, identity.table)) return 'other_database'
  if (isCopiedFolder(last, identity)) return 'copied_folder'
  if (ownBeats !== null || last.at === null) return null
  if (witness !== null && last.beats < witness) return 'older_database'
  if (howFarSetBack(last, now) > 0) return 'clock_set_back'
  const sinceMs = now.getTime() - last.at.getTime()
  // Written by an update from a version without heartbeats: a quiet night before it is no reason.
  const wasBeaten = last.beats > 0
  return wasBeaten && sinceMs > HELD_AFTER_MS ? 'long_gap' : null
}

/**
 * A copy has another file that was changed at another time. A new owner changes only the time, and some network disks number their files
 * anew at each mount: neither alone is a copy (decision 157).
 */
const isCopiedFolder = (last: DatabaseIdentity, identity: DatabaseIdentity): boolean =>
  differs(last.file, identity.file) && differs(last.changed, identity.changed)

const differs = <T>(one: T | null, other: T | null): boolean =>
  one !== null && other !== null && one !== other
