import type * as contract from '#domain/designs/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { DesignToolOf } from '#server/design-tool/configured.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { saveAccess } from './connections.ts'
import { consumeLogin, getPlace, openDesign, toFailure } from './designs.ts'

export const authorizeDesignTool =
  (toolOf: DesignToolOf) =>
  async (
    { body }: Input<typeof contract.authorizeDesignTool>,
    call: SignedInPoolCall,
  ): Promise<Answer<typeof contract.authorizeDesignTool>> => {
    const { services, person, now } = call
    const tool = toolOf(services.config)
    if (!tool) return fail('design_tool_not_set_up')
    const login = await consumeLogin(call, body.state)
    if (!login) return fail('design_ended')
    const place = await getPlace(services.db, login.row)
    if (body.code === null) return { url: null, place }
    const granted = await tool.exchange({ code: body.code, verifier: login.verifier })
    if (granted.kind === 'refused')
      // A code that is used, expired or not ours.
      return granted.reason === 'unauthorized' ? fail('design_ended') : toFailure(call, granted)
    await saveAccess(services.db, services.config, person.userId, granted.access, now)
    const opened = await openDesign(call, tool, login.row, body.state)
    if (opened === null) return fail('design_tool_refused')
    return typeof opened === 'string' ? { url: opened, place } : toFailure(call, opened)
  }
