import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { isOutsideLeadTime } from '#domain/schedules/timing.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

export type SeriesRow = Row<'post_series'>
export type Member = { readonly series: SeriesRow; readonly date: string }

/** The series in which a post is, and its day there; null for a post that does not repeat, or whose series was stopped. */
export const findSeriesOf = async (db: Reader, projectId: number, postId: number): Promise<Member | null> => {
  const found = await db
    .selectFrom('post_series as s')
    .innerJoin('series_occurrences as o', 'o.series_id', 's.id')
    .selectAll('s')
    .select('o.date')
    .where('o.post_id', '=', postId)
    .where('s.project_id', '=', projectId)
    .where('s.stopped_at', 'is', null)
    .executeTakeFirst()
  if (!found) return null
  const { date, ...series } = found
  return { series, date }
}

/** Locks a series that still runs, before any of its posts: two workers wait for each other here. */
export const lockSeries = (tx: Tx, seriesId: number): Promise<SeriesRow | undefined> =>
  tx
    .selectFrom('post_series')
    .selectAll()
    .where('id', '=', seriesId)
    .where('stopped_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** A draft `p` on its day `o` that is as it was made: nobody has edited, moved, sent, discussed or deleted it. */
const isUnchanged: RawBuilder<SqlBool> = sql`(
  p.deleted_at is null and p.updated_at = p.created_at
  and exists (select 1 from schedules c
    where c.post_id = p.id and c.deleted_at is null and c.date = o.date and c.time = s.time::time)
  and not exists (select 1 from post_socials v where v.post_id = p.id
    and (v.status <> 'draft' or v.version <> 1
      or exists (select 1 from approvals a where a.post_social_id = v.id)
      or exists (select 1 from notes n where n.post_social_id = v.id))))`

/** The unchanged drafts of a series after this day, in order. */
export const listUnchanged = async (
  db: Reader,
  { series, date }: Member,
): Promise<{ date: string; post_id: number }[]> => {
  const { rows } = await sql<{ date: string; post_id: number }>`
    select o.date::text as date, o.post_id from series_occurrences o
    join post_series s on s.id = o.series_id join posts p on p.id = o.post_id
    where o.series_id = ${series.id} and o.date > ${date} and ${isUnchanged} order by o.date`.execute(db)
  return rows
}

/** Whether a draft on this day at this time is far enough ahead to be made. */
export const canMakeOn = ({ scope, services, now }: ScopedCall, date: string, time: string): boolean =>
  isOutsideLeadTime(
    instantOf({ date, time, timezone: scope.timezone }),
    now,
    services.config.LEAD_TIME_MINUTES,
  )
