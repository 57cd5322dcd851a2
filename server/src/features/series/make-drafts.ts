import { addDays } from '#domain/kernel/days.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { dayOf } from '#domain/kernel/time.ts'
import { repeatRule } from '#domain/series/model.ts'
import { occurrenceDates, SERIES_DAYS_AHEAD } from '#domain/series/occurrences.ts'
import { insertCopy } from '#server/features/duplication/copies.ts'
import { readSources } from '#server/features/duplication/sources.ts'
import { lockPostSocials } from '#server/features/posts/locks.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { canMakeOn, type SeriesRow } from './series.ts'

/**
 * Makes the drafts that a locked series lacks for the next eight weeks, all or none. A day that it has had stays as it is, also when its
 * draft was deleted (docs/product/series.md "Drafts ahead").
 * @returns how many were made
 */
export const makeDrafts = async (call: ScopedCall, series: SeriesRow): Promise<number | Failure> => {
  const { tx, scope } = call
  const dates = await listMissing(call, series)
  if (dates.length === 0) return 0
  const sourceId = series.source_post_id
  const locked = sourceId === null ? null : await lockPostSocials(tx, scope, [sourceId])
  const [source] = sourceId === null || !locked ? [] : await readSources(tx, call, [sourceId])
  if (!source) return fail('post_not_found')
  const networks = source.versions.map(({ social_network }) => social_network)
  for (const date of dates) {
    const when = { date, time: series.time, is_autoposting: series.is_autoposting }
    const copy = await insertCopy(call, { source, target: scope, networks, when })
    if (isFailure(copy)) return copy
    await tx
      .insertInto('series_occurrences')
      .values({ series_id: series.id, project_id: scope.projectId, date, post_id: copy.id })
      .execute()
  }
  return dates.length
}

const listMissing = async (call: ScopedCall, series: SeriesRow): Promise<string[]> => {
  const rows = await call.tx
    .selectFrom('series_occurrences')
    .select('date')
    .where('series_id', '=', series.id)
    .execute()
  const had = new Set(rows.map(({ date }) => date))
  const today = dayOf(call.now, call.scope.timezone)
  const repetition = { ...series, rule: repeatRule.parse(series.rule) }
  return occurrenceDates(repetition, addDays(today, SERIES_DAYS_AHEAD)).filter(
    date => date >= today && !had.has(date) && canMakeOn(call, date, series.time),
  )
}
