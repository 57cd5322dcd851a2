import type * as contract from '#domain/content/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

export const deleteSavedView = async (
  { params }: Input<typeof contract.deleteSavedView>,
  { tx, scope, person }: ScopedCall,
): Promise<Answer<typeof contract.deleteSavedView>> => {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_views')
    .where('id', '=', params.viewId)
    .where('project_id', '=', scope.projectId)
    .where('user_id', '=', person.userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 0n ? fail('not_found') : {}
}
