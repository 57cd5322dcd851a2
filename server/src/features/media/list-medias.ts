import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/media/contract.ts'
import { can } from '#domain/permissions/can.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { isShownToClient } from './file-access.ts'
import { toWireMedia } from './medias.ts'

/** Files by id. A client gets their own, and those of versions and external rounds that they can see, since ids can be guessed. */
export const listMedias = async (
  { params }: Input<typeof contract.listMedias>,
  { db, scope, person, services }: ScopedPoolCall,
): Promise<Answer<typeof contract.listMedias>> => {
  const rows = await db
    .selectFrom('medias')
    .selectAll()
    .where('project_id', '=', scope.projectId)
    .where('id', 'in', params.ids.split(',').slice(0, 200).map(Number))
    .where('deleted_at', 'is', null)
    .$if(!can(scope, 'post.seeInternalApprovalRound'), query => query.where(isShownToClient(person.userId)))
    .orderBy('id')
    .execute()
  return rows.map(row => toWireMedia(row, services.config.publicUrl))
}
