import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/media/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { emitConversion } from './conversions.ts'

/** The worker notices within a second, and throws away what it has. */
export const cancelConversion = async (
  { params }: Input<typeof contract.cancelConversion>,
  { tx, scope, now }: ScopedCall,
): Promise<Answer<typeof contract.cancelConversion>> => {
  const own = tx
    .selectFrom('media_conversions')
    .select('id')
    .where('id', '=', params.conversionId)
    .where('project_id', '=', scope.projectId)
  if (!(await own.executeTakeFirst())) return fail('not_found')
  const cancelled = await tx
    .updateTable('media_conversions')
    .set({ status: 'cancelled', progress: 0, updated_at: now })
    .where('id', '=', params.conversionId)
    .where('status', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst()
  if (!cancelled) return fail('illegal_transition', { message: 'This conversion has ended already.' })
  await emitConversion(tx, cancelled)
  return {}
}
