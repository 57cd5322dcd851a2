import type * as contract from '#domain/calendar/contract.ts'
import { instantsOf, rangeProblem } from '#domain/calendar/range.ts'
import type { DayRange } from '#domain/kernel/days.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { listScheduledSummaries } from '#server/features/posts/summaries.ts'
import { viewerOf } from '#server/features/posts/viewer.ts'
import { listProjectSocials } from '#server/features/social-accounts/connected-accounts.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

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
    listDayLabels(db, scope, params),
  ])
  const project = { id: scope.projectId, name: scope.projectName, timezone: scope.timezone, socials }
  return { project, post_schedules, day_labels }
}

/** The labels that overlap these days. */
const listDayLabels = async (db: Reader, scope: ProjectScope, range: DayRange): Promise<DayLabel[]> => {
  const rows = await db
    .selectFrom('day_labels')
    .select(['id', 'id as day_label_id', 'project_id', 'text', 'color', 'start_at', 'end_at'])
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .where('start_at', '<=', range.end)
    .where('end_at', '>=', range.start)
    .orderBy('start_at')
    .orderBy('id')
    .execute()
  return rows
}
