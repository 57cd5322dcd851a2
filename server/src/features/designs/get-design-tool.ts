import type * as contract from '#domain/designs/contract.ts'
import type { Answer } from '#domain/kernel/endpoint.ts'
import type { DesignToolOf } from '#server/design-tool/configured.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { findAccess } from './connections.ts'

export const getDesignTool =
  (toolOf: DesignToolOf) =>
  async (
    _input: unknown,
    { services, person }: ScopedPoolCall,
  ): Promise<Answer<typeof contract.getDesignTool>> => {
    const tool = toolOf(services.config)
    const access = tool && (await findAccess(services.db, services.config, person.userId))
    return { name: tool?.name ?? 'Canva', is_set_up: tool !== null, is_connected: access !== null }
  }
