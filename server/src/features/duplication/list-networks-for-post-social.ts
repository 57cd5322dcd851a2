import type * as contract from '#domain/duplication/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { listOffers, onlyVersion, readSources, toAllowed } from './sources.ts'

export const listNetworksForPostSocial = async (
  { params: { postSocialId } }: Input<typeof contract.listNetworksForPostSocial>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listNetworksForPostSocial>> => {
  const social = await call.db
    .selectFrom('post_socials')
    .select('post_id')
    .where('id', '=', postSocialId)
    .where('project_id', '=', call.scope.projectId)
    .executeTakeFirst()
  const [source] = social ? await readSources(call.db, call, [social.post_id]) : []
  if (!source) return fail('not_found')
  return toAllowed(await listOffers(call.db, onlyVersion(source, postSocialId), call.scope))
}
