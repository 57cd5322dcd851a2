import type * as contract from '#domain/designs/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import type { DesignToolOf } from '#server/design-tool/configured.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { isWritable, storeDesign, wayToDesign } from './designs.ts'

export const startDesign =
  (toolOf: DesignToolOf) =>
  async (
    { body }: Input<typeof contract.startDesign>,
    call: ScopedPoolCall,
  ): Promise<Answer<typeof contract.startDesign>> => {
    const tool = toolOf(call.services.config)
    if (!tool) return fail('design_tool_not_set_up')
    if (!(await isWritable(call.db, call.scope.projectId, body.post_social_id))) return fail('not_found')
    const stored = await storeDesign(call, { project_id: call.scope.projectId, ...body })
    // A design that does not exist yet cannot be missing.
    return (await wayToDesign(call, tool, stored)) as
      | { url: string }
      | Failure<'design_tool_unavailable' | 'design_tool_refused' | 'too_many_requests'>
  }
