import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { allowedTypes } from '#domain/networks/media-rules.ts'
import type * as contract from '#domain/posts/contract.ts'

export const listAllowedTypes = async ({
  body,
}: Input<typeof contract.listAllowedTypes>): Promise<Answer<typeof contract.listAllowedTypes>> => ({
  types: allowedTypes(body.social_networks),
})
