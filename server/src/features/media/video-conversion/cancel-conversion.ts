import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/media/contract.ts'
import { conversionLifecycle } from '#domain/media/status.ts'
import { move } from '#server/platform/db/move.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { emitConversion } from './conversions.ts'

/** The worker notices within a second, and throws away what it has. */
export const cancelConversion = async (
  { params }: Input<typeof contract.cancelConversion>,
  { tx, scope, now }: ScopedCall,
): Promise<Answer<typeof contract.cancelConversion>> => {
  const own = await tx
    .selectFrom('media_conversions')
    .selectAll()
    .where('id', '=', params.conversionId)
    .where('project_id', '=', scope.projectId)
    .executeTakeFirst()
  if (!own) return fail('not_found')
  if (!(await move(tx, conversionLifecycle, own.id, 'cancelled', { progress: 0, updated_at: now })))
    return fail('illegal_transition', { message: 'This conversion has ended already.' })
  await emitConversion(tx, { ...own, status: 'cancelled' })
  return {}
}
