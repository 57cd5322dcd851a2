import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/reports/contract.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { daysRefusal } from './periods.ts'
import { nameOf } from './reports.ts'

export const createReport = async (
  { body }: Input<typeof contract.createReport>,
  call: ScopedCall,
): Promise<Answer<typeof contract.createReport>> => {
  const refusal = daysRefusal(body)
  if (refusal) return refusal
  const { tx, scope, person, now } = call
  // A client reads one language, month after month.
  const former = await tx
    .selectFrom('reports')
    .select('language')
    .where('project_id', '=', scope.projectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const row = await tx
    .insertInto('reports')
    .values({
      ...{ project_id: scope.projectId, from_day: body.from, to_day: body.to, networks: body.networks },
      ...{ created_by: person.userId, created_at: now, updated_at: now },
      ...former,
    })
    .returning(['id', 'from_day', 'to_day'])
    .executeTakeFirstOrThrow()
  const networks = body.networks.join(', ')
  await audit(tx, byScoped(call), { action: 'report.created', subject: nameOf(row), new: { networks } })
  return { id: row.id }
}
