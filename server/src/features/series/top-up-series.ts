import { type Failure, isFailure } from '#domain/kernel/failure.ts'
import { can } from '#domain/permissions/can.ts'
import type { SeriesProblem } from '#domain/series/model.ts'
import { emit } from '#server/platform/events/emit.ts'
import { jobContext } from '#server/platform/http/job-context.ts'
import type { ScopedCall, Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { makeDrafts } from './make-drafts.ts'
import { lockSeries } from './series.ts'

/** Drafts are eight weeks ahead, so a day that fails is made up by the next. */
export const topUpSeriesQueue: JobQueue = {
  name: 'top-up-series',
  cron: '41 2 * * *',
  retry: { times: 3, firstSeconds: 60, longestSeconds: 900 },
  expireSeconds: 3600,
}

/** Makes the drafts that have come within eight weeks, each series in a transaction of its own. */
export const topUpSeries = async (services: Services): Promise<JobOutcome> => {
  const running = await services.db
    .selectFrom('post_series')
    .innerJoin('projects', 'projects.id', 'post_series.project_id')
    .select('post_series.id')
    .where('post_series.stopped_at', 'is', null)
    .where('projects.deleted_at', 'is', null)
    .where('projects.archived_at', 'is', null)
    .orderBy('post_series.id')
    .execute()
  let outcome: JobOutcome = 'done'
  for (const { id } of running)
    try {
      await topUpOne(services, id)
    } catch (error) {
      // One series must not keep the others from being made.
      services.log.error({ err: error, series: id }, 'a series could not be continued')
      outcome = 'retry'
    }
  return outcome
}

const topUpOne = async (services: Services, seriesId: number): Promise<void> => {
  const made = await inTransaction(services.db, async tx => {
    const series = await lockSeries(tx, seriesId)
    if (!series) return null
    const context = await jobContext(services, { userId: series.user_id, projectId: series.project_id })
    if (!context || !can(context.scope, 'post.create')) return 'no_author' as const
    const { scope, person } = context
    const call: ScopedCall = {
      ...context,
      tx,
      now: services.clock.now(),
      emit: event => emit(tx, { ...event, projectId: scope.projectId, actorId: person.userId }),
    }
    return makeDrafts(call, series)
  })
  if (made === null) return
  const problem = isFailure(made) ? problemOf(made) : made === 'no_author' ? made : null
  await services.db.updateTable('post_series').set({ problem }).where('id', '=', seriesId).execute()
}

const problemOf = ({ code }: Failure): SeriesProblem => {
  if (code === 'post_not_found') return 'template_deleted'
  return code === 'network_not_connected' ? code : 'refused'
}
