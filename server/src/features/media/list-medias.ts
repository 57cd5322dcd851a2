import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/media/contract.ts'
import { can } from '#domain/permissions/can.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { toWireMedia } from './medias.ts'
import { isShownToClients } from './shown-to-clients.ts'

const shownToClient = (userId: number): RawBuilder<SqlBool> => sql`(
  medias.user_id = ${userId}
  or exists (
    select 1 from attachments a join post_socials s on s.id = a.post_social_id join posts p on p.id = s.post_id
    where medias.id in (a.media_id, a.thumbnail_media_id) and p.deleted_at is null
      and ${isShownToClients('s')})
  or exists (
    select 1 from approval_action_attachments t join approval_actions c on c.id = t.approval_action_id
      join post_socials s on s.id = c.post_social_id join posts p on p.id = s.post_id
    where t.media_id = medias.id and c.round = 'external' and p.deleted_at is null and ${isShownToClients('s')}))`

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
    .$if(!can(scope, 'post.seeInternalApprovalRound'), query => query.where(shownToClient(person.userId)))
    .orderBy('id')
    .execute()
  return rows.map(row => toWireMedia(row, services.config.publicUrl))
}
