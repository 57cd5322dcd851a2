import type * as contract from '#domain/designs/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { DesignToolOf } from '#server/design-tool/configured.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { isWritable, storeDesign, wayToDesign } from './designs.ts'

export const reopenDesign =
  (toolOf: DesignToolOf) =>
  async (
    { params, body }: Input<typeof contract.reopenDesign>,
    call: ScopedPoolCall,
  ): Promise<Answer<typeof contract.reopenDesign>> => {
    const tool = toolOf(call.services.config)
    if (!tool) return fail('design_tool_not_set_up')
    const media = await call.db
      .selectFrom('medias')
      .select(['id', 'canva_design_id', 'original_name'])
      .where('project_id', '=', call.scope.projectId)
      .where('id', '=', params.mediaId)
      .where('canva_design_id', 'is not', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!media || !(await isWritable(call.db, call.scope.projectId, body.post_social_id)))
      return fail('not_found')
    const stored = await storeDesign(call, {
      project_id: call.scope.projectId,
      post_social_id: body.post_social_id,
      title: media.original_name.replace(/\.\w+$/, ''),
      canva_design_id: media.canva_design_id,
      replaces_media_id: media.id,
    })
    return wayToDesign(call, tool, stored)
  }
