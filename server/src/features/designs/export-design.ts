import type * as contract from '#domain/designs/contract.ts'
import type { Answer, Input, Output } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { DesignToolOf } from '#server/design-tool/configured.ts'
import type { DesignTool, ExportJob, ToolRefusal } from '#server/design-tool/design-tool.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { callDesignTool } from './connections.ts'
import { type DesignRow, toFailure } from './designs.ts'

export const exportDesign =
  (toolOf: DesignToolOf) =>
  async (
    { params }: Input<typeof contract.exportDesign>,
    call: ScopedPoolCall,
  ): Promise<Answer<typeof contract.exportDesign>> => {
    const tool = toolOf(call.services.config)
    if (!tool) return fail('design_tool_not_set_up')
    const design = await findOwnDesign(call, params.designId)
    if (!design) return fail('not_found')
    const { canva_design_id: designId } = design
    if (designId === null || design.return_hash === null) return fail('design_ended')
    if (design.content_url !== null) return toAnswer(design, designId, design.content_url)
    const job = await progressOf(call, tool, design, designId)
    if (job === null) return fail('design_tool_disconnected')
    if (job.kind === 'refused') return toFailure(call, job)
    if (job.state.status === 'failed') {
      await saveExport(call.db, design, { export_id: null })
      return fail('design_not_exported', { message: job.state.reason })
    }
    const url = job.state.status === 'done' ? job.state.url : null
    await saveExport(call.db, design, { export_id: job.exportId, content_url: url })
    return toAnswer(design, designId, url)
  }

const findOwnDesign = ({ db, scope, person, now }: ScopedPoolCall, id: number) =>
  db
    .selectFrom('designs')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', scope.projectId)
    .where('user_id', '=', person.userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Starts the export, or asks how far it is; one that the tool no longer knows is started anew. */
const progressOf = async (
  call: ScopedPoolCall,
  tool: DesignTool,
  { export_id: exportId }: DesignRow,
  designId: string,
): Promise<ExportJob | ToolRefusal | null> => {
  const start = () => callDesignTool(call, tool, access => tool.startExport(access, designId))
  if (exportId === null) return start()
  const job = await callDesignTool(call, tool, access => tool.getExport(access, exportId))
  return job?.kind === 'refused' && job.reason === 'missing' ? start() : job
}

/** Unless the person has come back again in the meantime: what was exported for the return before is then out of date. */
const saveExport = async (
  db: Reader,
  { id, return_hash: hash }: DesignRow,
  made: Partial<Pick<DesignRow, 'export_id' | 'content_url'>>,
): Promise<void> => {
  await db.updateTable('designs').set(made).where('id', '=', id).where('return_hash', '=', hash).execute()
}

const toAnswer = (
  design: DesignRow,
  designId: string,
  url: string | null,
): Output<typeof contract.exportDesign> => ({
  status: url === null ? 'in_progress' : 'done',
  canva_design_id: designId,
  content_url: url,
  replaces_media_id: design.replaces_media_id,
  post_social_id: design.post_social_id,
  title: design.title,
})
