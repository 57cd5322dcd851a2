import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/series/contract.ts'
import { repeatRule, seriesProblems } from '#domain/series/model.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { findSeriesOf, listUnchanged } from './series.ts'

export const getPostSeries = async (
  { params: { postId } }: Input<typeof contract.getPostSeries>,
  { db, scope }: ScopedPoolCall,
): Promise<Answer<typeof contract.getPostSeries>> => {
  const member = await findSeriesOf(db, scope.projectId, postId)
  if (!member) return { series: null }
  const { id, rule, time, is_autoposting, starts_on, until, count, problem } = member.series
  return {
    series: {
      id,
      time,
      is_autoposting,
      starts_on,
      until,
      count,
      rule: repeatRule.parse(rule),
      problem: seriesProblems.find(known => known === problem) ?? null,
      unchanged_later: (await listUnchanged(db, member)).length,
    },
  }
}
