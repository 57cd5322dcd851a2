import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { allowedTypes } from '#domain/networks/media-rules.ts'
import type * as contract from '#domain/posts/contract.ts'
import { listProjectSocials } from '#server/features/social-accounts/connected-accounts.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { showNewPost } from './posts.ts'
import { viewerOf } from './viewer.ts'

/** A new post with an empty version for each network; on request it is temporary until its first save. */
export const createPost = async (
  { body }: Input<typeof contract.createPost>,
  call: ScopedCall,
): Promise<Answer<typeof contract.createPost>> => {
  const { tx, scope, person, now } = call
  const connected = await listProjectSocials(tx, scope)
  const missing = body.social_networks.filter(name => !connected.some(own => own.social_network === name))
  if (missing.length > 0)
    return fail('network_not_connected', {
      errors: { social_networks: missing.map(name => `${name} is not connected`) },
    })
  if (!allowedTypes(body.social_networks).includes(body.type)) return fail('type_not_allowed')
  const instants = { created_at: now, updated_at: now }
  const inserted = await tx
    .insertInto('posts')
    .values({ project_id: scope.projectId, type: body.type, created_by: person.userId, ...instants })
    .returningAll()
    .executeTakeFirstOrThrow()
  const version = {
    post_id: inserted.id,
    project_id: scope.projectId,
    type: body.type,
    status: body.is_temporary ? ('temporary_draft' as const) : ('draft' as const),
    ...instants,
  }
  const socials = await tx
    .insertInto('post_socials')
    .values(body.social_networks.map(network => ({ ...version, social_network: network })))
    .returningAll()
    .execute()
  await call.emit({ type: 'post.created', postId: inserted.id })
  const post = showNewPost(viewerOf(call), person, { post: inserted, socials }, now)
  return { id: null, post_id: inserted.id, post, schedule: null }
}
