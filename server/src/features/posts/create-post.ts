import { sql } from 'kysely'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { allowedTypes } from '#domain/networks/media-rules.ts'
import type * as contract from '#domain/posts/contract.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { listProjectSocials } from '#server/features/social-accounts/connected-accounts.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { type NewPost, showNewPost } from './posts.ts'
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
  const inserted = await insertPost(call, body)
  const { id: post_id } = inserted.post
  await call.emit({ type: 'post.created', postId: post_id })
  return { id: null, post_id, post: showNewPost(viewerOf(call), person, inserted, now), schedule: null }
}

type Wanted = Input<typeof contract.createPost>['body']

/** The post and its versions, which all follow one shared content (decision 45), in one statement: drafts are created often, and each statement is a way to the database and back. */
const insertPost = async (
  { tx, scope, person, now }: ScopedCall,
  { type, social_networks, is_temporary }: Wanted,
): Promise<{ post: NewPost; socials: readonly Row<'post_socials'>[] }> => {
  const { projectId } = scope
  const status: PostSocialStatus = is_temporary ? 'temporary_draft' : 'draft'
  const { rows: socials } = await sql<Row<'post_socials'>>`
    with made as (
      insert into posts (project_id, type, created_by, created_at, updated_at)
      values (${projectId}, ${type}, ${person.userId}, ${now}, ${now}) returning id
    )
    insert into post_socials (post_id, project_id, social_network, type, status, follows_shared, created_at, updated_at)
    select made.id, ${projectId}, network, ${type}, ${status}, true, ${now}, ${now}
    from made, unnest(${social_networks}::text[]) as network
    returning *`.execute(tx)
  const [first] = socials
  if (!first) throw new Error('a post without networks was created')
  const post = { id: first.post_id, project_id: projectId, type, created_by: person.userId }
  return { post: { ...post, created_at: now, updated_at: now }, socials }
}
