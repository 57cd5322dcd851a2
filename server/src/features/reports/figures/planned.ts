import { sql } from 'kysely'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { ApprovalType, StoredStatus } from '#domain/posts/status.ts'
import { type NotOutReason, notOutReason } from '#domain/reports/not-out.ts'
import { OVERDUE_GRACE_MINUTES } from '#domain/schedules/timing.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Period } from './decisions.ts'

type PlannedVersion = {
  readonly project_id: number
  readonly post_id: number
  readonly post_social_id: number
  readonly social_network: SocialNetwork
  readonly message: string
  readonly scheduled_at: Date
  readonly status: StoredStatus
  readonly sent_back_in: ApprovalType | null
}

/** The beginning of a text is enough to know a post by. */
export const SHOWN_CHARACTERS = 200

/** Nobody would read a longer list. */
export const LISTED = 200

/** Versions of posts that are scheduled in the period, by time. */
const listPlanned = async (db: Reader, projectIds: readonly number[], { from, until }: Period) => {
  const { rows } = await sql<PlannedVersion>`
    select x.project_id, x.post_id, x.id as post_social_id, x.social_network, left(x.message, ${SHOWN_CHARACTERS}) as message,
      s.datetime as scheduled_at, x.status, x.sent_back_in
    from schedules s join posts p on p.id = s.post_id and p.deleted_at is null
      join post_socials x on x.post_id = p.id
    where s.project_id = any(${projectIds}) and s.deleted_at is null and x.status <> 'temporary_draft'
      and s.datetime >= ${from} and s.datetime < ${until}
    order by s.datetime, x.id`.execute(db)
  return rows
}

/** What was to go out in the period and did not, with the reason. */
export const listNotOut = async (
  db: Reader,
  projectIds: readonly number[],
  { from, until }: Period,
  now: Date,
): Promise<readonly (PlannedVersion & { readonly reason: NotOutReason })[]> => {
  const passed = new Date(now.getTime() - OVERDUE_GRACE_MINUTES * 60_000)
  const rows = await listPlanned(db, projectIds, { from, until: until < passed ? until : passed })
  return rows.flatMap(row => {
    const reason = notOutReason(row.status)
    return reason === null ? [] : [{ ...row, reason }]
  })
}

const cleared: readonly StoredStatus[] = ['approved', 'skip_approved', 'scheduled', 'pending_publish']

/** What is approved for the period and has not gone out. */
export const listComing = async (
  db: Reader,
  projectId: number,
  period: Period,
): Promise<readonly PlannedVersion[]> =>
  (await listPlanned(db, [projectId], period)).filter(({ status }) => cleared.includes(status))
