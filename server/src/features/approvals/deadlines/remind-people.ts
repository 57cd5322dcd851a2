import { sql } from 'kysely'
import { REMIND_PAUSE_MINUTES } from '#domain/approvals/reminders.ts'
import { sendingNotifiedAt } from '#domain/approvals/undo.ts'
import type { EventType } from '#domain/kernel/live-events.ts'
import type { ApprovalType } from '#domain/posts/status.ts'
import type { ChaseTask } from '#domain/publishing/chase-words.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import { advisoryLock } from '#server/platform/db/locks.ts'
import { emitAll, eventOf } from '#server/platform/events/emit.ts'
import type { Services } from '#server/platform/http/route.ts'

/** How long the agency can look up what was said to whom. */
const KEPT_DAYS = 90

/** A version that waits for these people. */
export type AwaitedVersion = {
  readonly social: Parameters<typeof eventOf>[1]
  readonly task: ChaseTask
  /** Null: it waits in no round. */
  readonly round: ApprovalType | null
  /** Since when it waits: for a decision since the round was opened. Null: from the start. */
  readonly since: Date | null
  readonly awaited: readonly number[]
}

const eventTypes = {
  decide: 'approval.reminded',
  correct: 'post_social.fix_reminded',
  send: 'post_social.draft_reminded',
} as const satisfies Record<ChaseTask, EventType>

type Reminding = {
  readonly agencyId: number
  readonly remindedBy: number
  /** Only these of those who are awaited; null: all of them. */
  readonly people: ReadonlySet<number> | null
  readonly message: string | null
}

/**
 * Reminders of an agency's posts are made one after the other. The lock is taken before any post is locked, so that two of them never
 * wait for each other.
 */
export const lockReminders = (tx: Tx, agencyId: number): Promise<void> =>
  advisoryLock(tx, `reminders of agency ${agencyId}`)

const pauseStart = (now: Date) => new Date(now.getTime() - REMIND_PAUSE_MINUTES * 60_000)

/** Those whom somebody of this agency has reminded within the hour. */
const findJustReminded = async (db: Reader, agencyId: number, now: Date): Promise<ReadonlySet<number>> => {
  const rows = await db
    .selectFrom('approver_reminders')
    .select('user_id')
    .where('agency_id', '=', agencyId)
    .where('sent_at', '>', pauseStart(now))
    .execute()
  return new Set(rows.map(row => row.user_id))
}

/**
 * Reminds people of all of these versions that wait for them, each at most once an hour by anybody of the agency (docs/product/approvals.md
 * "Reminders"). `lockReminders` comes first.
 * @returns the people who were reminded, and those whom somebody has reminded within the hour
 */
export const remindPeople = async (
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  versions: readonly AwaitedVersion[],
  { agencyId, remindedBy, people, message }: Reminding,
): Promise<{ readonly reminded: ReadonlySet<number>; readonly resting: ReadonlySet<number> }> => {
  const now = services.clock.now()
  const resting = await findJustReminded(tx, agencyId, now)
  const isMeant = (id: number) => id !== remindedBy && !resting.has(id) && (people === null || people.has(id))
  const remindedVersions = versions.flatMap(version => {
    const userIds = version.awaited.filter(isMeant)
    return userIds.length === 0 ? [] : [{ ...version, userIds }]
  })
  if (remindedVersions.length === 0) return { reminded: new Set(), resting }
  const seconds = services.config.SEND_UNDO_SECONDS
  const said = message === null ? {} : { message }
  await emitAll(
    tx,
    remindedVersions.map(({ social, task, round, since, userIds }) => ({
      ...eventOf(eventTypes[task], social, remindedBy, {
        ...(round === null ? {} : { round }),
        user_ids: userIds,
        ...said,
      }),
      // Not before people are notified of the sending itself, which can be undone until then.
      ...(task === 'decide' && since !== null ? { notifyFrom: sendingNotifiedAt(since, seconds) } : {}),
    })),
  )
  const reminded = await recordReminders(tx, remindedVersions, { agencyId, remindedBy, message, now })
  return { reminded, resting }
}

type RemindedVersion = AwaitedVersion & { readonly userIds: readonly number[] }

/** @returns whom these versions were told to */
const recordReminders = async (
  tx: Tx,
  remindedVersions: readonly RemindedVersion[],
  { agencyId, remindedBy, message, now }: Omit<Reminding, 'people'> & { readonly now: Date },
): Promise<ReadonlySet<number>> => {
  const reminded = Map.groupBy(
    remindedVersions.flatMap(({ social, userIds }) => userIds.map(userId => ({ userId, social }))),
    ({ userId }) => userId,
  )
  await tx
    .insertInto('approver_reminders')
    .values(
      [...reminded].map(([userId, own]) => ({
        agency_id: agencyId,
        user_id: userId,
        reminded_by: remindedBy,
        message,
        project_ids: [...new Set(own.map(({ social }) => social.project_id))],
        post_count: new Set(own.map(({ social }) => social.post_id)).size,
        sent_at: now,
      })),
    )
    .execute()
  await sql`delete from approver_reminders where agency_id = ${agencyId}
    and sent_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(tx)
  return new Set(reminded.keys())
}
