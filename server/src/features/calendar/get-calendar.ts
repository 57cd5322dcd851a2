import type * as contract from '#domain/calendar/contract.ts'
import { instantsOf, rangeProblem } from '#domain/calendar/range.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { listDayLabelsIn } from '#server/features/labels/day-labels.ts'
import { listScheduledSummaries } from '#server/features/posts/summaries.ts'
import { viewerOf } from '#server/features/posts/viewer.ts'
import { listProjectSocials } from '#server/features/social-accounts/connected-accounts.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'

/** Everything the calendar shows of these days; the three reads run in parallel. */
export const getCalendar = async (
  { params }: Input<typeof contract.getCalendar>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.getCalendar>> => {
  const problem = rangeProblem(params)
  if (problem) return fail('validation_error', { message: problem, errors: { end: [problem] } })
  const { db, scope, now } = call
  const [socials, post_schedules, day_labels] = await Promise.all([
    listProjectSocials(db, scope),
    listScheduledSummaries(db, viewerOf(call), instantsOf(params, scope.timezone), now),
    listDayLabelsIn(db, scope, params),
  ])
  const project = { id: scope.projectId, name: scope.projectName, timezone: scope.timezone, socials }
  return { project, post_schedules, day_labels }
}
