import type * as contract from '#domain/designs/contract.ts'
import type { Answer } from '#domain/kernel/endpoint.ts'
import type { DesignToolOf } from '#server/design-tool/configured.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { deleteAccess, findAccess } from './connections.ts'

export const disconnectDesignTool =
  (toolOf: DesignToolOf) =>
  async (
    _input: unknown,
    { services, person }: SignedInPoolCall,
  ): Promise<Answer<typeof contract.disconnectDesignTool>> => {
    const access = await findAccess(services.db, services.config, person.userId)
    await deleteAccess(services.db, person.userId)
    if (access) await toolOf(services.config)?.revoke(access)
    return {}
  }
