import { type RawBuilder, sql } from 'kysely'
import { deadlineOf } from '#domain/approvals/deadline.ts'
import { onSilence } from '#domain/approvals/on-silence.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { isSettingOn, LATE_GOES_LIVE } from '#domain/permissions/settings.ts'
import type { ApprovalStatus, ApprovalType } from '#domain/posts/status.ts'
import { deadlineHoursOf } from '#domain/projects/deadline-hours.ts'
import { reminderHoursOf } from '#domain/projects/reminder-hours.ts'
import { chosenDeadline } from '#server/features/posts/first-deadline.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { prepared } from '#server/platform/db/prepared.ts'

/** A round that waits, with what its deadline follows from and what was sent for it. */
export type OpenRound = {
  readonly id: number
  readonly type: ApprovalType
  readonly opened_at: Date
  readonly project_id: number
  readonly post_id: number
  readonly post_social_id: number
  readonly social_network: SocialNetwork
  readonly scheduled_at: Date
  readonly chosen_at: Date | null
  readonly hours: string | null
  readonly reminder_hours: string | null
  readonly sent: { hours: number; deadline_at: string }[] | null
}

/** Until when it should be decided. */
export const deadlineIn = ({ scheduled_at, chosen_at, opened_at, hours }: OpenRound): Date =>
  deadlineOf({
    scheduledAt: scheduled_at,
    chosenAt: chosen_at,
    openedAt: opened_at,
    hours: deadlineHoursOf(hours === null ? [] : [{ name: 'approval-deadline-hours', value: hours }]),
  })

/** How long before it those who have not decided are reminded. */
export const reminderHoursIn = ({ reminder_hours: value }: OpenRound): readonly number[] =>
  reminderHoursOf(value === null ? [] : [{ name: 'approval-reminder-hours', value }])

/** The open rounds `a`, of posts `p` with schedules `s`, for which this condition holds. */
export const listOpenRounds = async (
  db: Reader,
  where: RawBuilder<unknown>,
): Promise<readonly OpenRound[]> => {
  const { rows } = await sql<OpenRound>`
    select a.id, a.type, a.opened_at, a.project_id, x.post_id, a.post_social_id, x.social_network, s.datetime as scheduled_at,
      ${chosenDeadline} as chosen_at, h.value as hours, m.value as reminder_hours,
      (select json_agg(json_build_object('hours', r.hours, 'deadline_at', r.deadline_at))
        from approval_reminders r where r.approval_id = a.id) as sent
    from approvals a join post_socials x on x.id = a.post_social_id
      join posts p on p.id = x.post_id and p.deleted_at is null
      join projects j on j.id = a.project_id and j.deleted_at is null
      join schedules s on s.post_id = p.id and s.deleted_at is null
      left join project_settings h on h.project_id = a.project_id and h.name = 'approval-deadline-hours'
      left join project_settings m on m.project_id = a.project_id and m.name = 'approval-reminder-hours'
    where a.status = 'open' and ${where}
    order by a.id`.execute(db)
  return rows
}

/** These versions' open rounds, by version. */
export const readOpenRounds = async (
  db: Reader,
  postSocialIds: readonly number[],
): Promise<ReadonlyMap<number, OpenRound>> => {
  if (postSocialIds.length === 0) return new Map()
  const ofThese = sql`${prepared} a.post_social_id = any(${[...postSocialIds]}::bigint[])`
  const rounds = await listOpenRounds(db, ofThese)
  return new Map(rounds.map(round => [round.post_social_id, round]))
}

/** The deadlines of these versions' open rounds, by version. */
export const readDeadlines = async (
  db: Reader,
  postSocialIds: readonly number[],
): Promise<ReadonlyMap<number, Date>> =>
  new Map([...(await readOpenRounds(db, postSocialIds))].map(([id, round]) => [id, deadlineIn(round)]))

type ChosenRow = { readonly approval_id: number; readonly id: number; readonly has_approved: boolean }

/** Who was chosen for these rounds, by round: without their names, and without the rounds before them, which take far longer to read. */
export const readChosen = async (
  db: Reader,
  approvalIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ChosenRow[]>> => {
  if (approvalIds.length === 0) return new Map()
  const { rows } = await sql<ChosenRow>`${prepared}
    select c.approval_id, c.user_id as id, c.decided_at is not null as has_approved from approval_approvers c
    where c.approval_id = any(${[...approvalIds]}::bigint[]) and c.is_chosen`.execute(db)
  return Map.groupBy(rows, row => row.approval_id)
}

type WaitingVersion = {
  readonly post_id: number
  readonly bypass: string | null
  readonly rounds: { type: ApprovalType; status: ApprovalStatus }[]
}

/** What becomes of these posts if nobody decides, by post; nothing of those of which nothing is open. */
export const readOnSilence = async (
  db: Reader,
  postIds: readonly number[],
): Promise<ReadonlyMap<number, 'goes_out' | 'stays'>> => {
  const { rows } = await sql<WaitingVersion>`
    select x.post_id, b.value as bypass,
      json_agg(json_build_object('type', a.type, 'status', a.status) order by a.id) as rounds
    from post_socials x join approvals a on a.post_social_id = x.id
      left join project_settings b on b.project_id = x.project_id and b.name = ${LATE_GOES_LIVE}
    where x.post_id = any(${[...postIds]}::bigint[])
    group by x.id, b.value having bool_or(a.status = 'open')`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ post_id }) => post_id)].map(([postId, versions]) => {
      const name = LATE_GOES_LIVE
      const isBypassed = versions.some(
        ({ bypass }) => bypass !== null && isSettingOn([{ name, value: bypass }], name),
      )
      return [
        postId,
        onSilence(
          versions.map(({ rounds }) => rounds),
          isBypassed,
        ),
      ]
    }),
  )
}
