import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ApprovalType } from '#domain/posts/status.ts'
import { deadlineHours } from '#domain/projects/deadline-hours.ts'

type Seen = {
  /** Whether the reader sees the version `x`. */
  readonly isSeen: RawBuilder<SqlBool>
  /** The kinds of rounds that the reader sees. */
  readonly rounds: readonly ApprovalType[]
  /** The project's hours before the publish time. */
  readonly hours: RawBuilder<number>
}

/** The deadline that was chosen for round `a` of post `p`: the first step has that of the post. Null: none was. */
export const chosenDeadline = sql<Date | null>`case when a.step = 1 then p.approval_deadline_at else a.decide_by end`

/**
 * The first deadline of the open rounds of post `p` that the reader sees, at its schedule `s`; null if none is open. The rule by which a
 * post itself says its deadline (decision 70), in SQL; tests compare the two.
 */
export const firstDeadline = ({ isSeen, rounds, hours }: Seen): RawBuilder<Date | null> => {
  const wanted = sql`coalesce(${chosenDeadline}, s.datetime - make_interval(hours => ${hours}))`
  return sql`(
    select min(case when ${wanted} > a.opened_at and ${wanted} < s.datetime then ${wanted} else s.datetime end)
    from post_socials x join approvals a on a.post_social_id = x.id and a.status = 'open' and a.type = any(${[...rounds]})
    where x.post_id = p.id and ${isSeen})`
}

/** The hours as the project has them when the statement runs, which may be later than when a request read its settings. */
export const hoursNow = (projectId: number): RawBuilder<number> => sql`coalesce((
  select h.value::int from project_settings h where h.project_id = ${projectId} and h.name = 'approval-deadline-hours'),
  ${sql.lit(deadlineHours.usual)})`
