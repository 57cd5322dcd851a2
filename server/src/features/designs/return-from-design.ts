import type * as contract from '#domain/designs/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { DesignToolOf } from '#server/design-tool/configured.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { findReturned, getPlace, recordReturn } from './designs.ts'

export const returnFromDesign =
  (toolOf: DesignToolOf) =>
  async (
    { body }: Input<typeof contract.returnFromDesign>,
    call: SignedInPoolCall,
  ): Promise<Answer<typeof contract.returnFromDesign>> => {
    const { services } = call
    const tool = toolOf(services.config)
    if (!tool) return fail('design_tool_not_set_up')
    const returned = await tool.readReturn(body.correlation_jwt)
    if (returned?.kind === 'refused') {
      call.log.warn({ response: returned.response }, 'the keys of the design tool could not be read')
      return fail('design_tool_unavailable')
    }
    const design = returned && (await findReturned(call, returned.state))
    if (!design) return fail('design_ended')
    // Somebody may return from a copy, or from whatever they opened there in the meantime.
    if (design.canva_design_id !== returned.designId) return fail('design_is_another')
    await recordReturn(services.db, design, body.correlation_jwt)
    return { design_id: design.id, place: await getPlace(services.db, design) }
  }
