import type { NetworkOffer } from '#domain/duplication/contract.ts'
import { copyProblems, copyVersion, sourceFor, type VersionCopy } from '#domain/duplication/version-copy.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { toMediaFile } from '#domain/media/files.ts'
import type { ObjectData, VideoConversion } from '#domain/media/model.ts'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { Attachment, Post, PostSocial } from '#domain/posts/model.ts'
import { toObjectData } from '#server/features/media/medias.ts'
import { canConvert } from '#server/features/media/video-conversion/conversions.ts'
import { readPosts } from '#server/features/posts/posts.ts'
import { viewerOf } from '#server/features/posts/viewer.ts'
import { listProjectSocials } from '#server/features/social-accounts/connected-accounts.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedContext } from '#server/platform/http/route.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

/** What a duplicate is made of: a post, or one version of it for every network. */
export type Source = { readonly post: Post; readonly versions: readonly PostSocial[] }

/** The posts, in the order of the ids, with their uploaded files in the place of converted ones: each network converts for itself. */
export const readSources = async (
  db: Reader,
  call: ScopedContext,
  postIds: readonly number[],
): Promise<Source[]> => {
  const posts = await readPosts(db, viewerOf(call), postIds, call.now)
  const attachments = posts.flatMap(({ post_socials }) => post_socials.flatMap(one => one.attachments))
  const converted = attachments.flatMap(({ conversion, object_id }) =>
    conversion && object_id !== null ? [object_id] : [],
  )
  const followers = await readFollowers(db, postIds)
  const originals = await readOriginals(db, converted, call.services.config.publicUrl)
  const withOriginal = ({ conversion: _, ...attachment }: Attachment): Attachment => ({
    ...attachment,
    object_data: originals.get(attachment.object_id ?? 0) ?? attachment.object_data,
  })
  return posts.map(post => ({
    post,
    versions: post.post_socials.map(one => ({
      ...one,
      follows_shared: followers.has(one.id),
      attachments: one.attachments.map(withOriginal),
    })),
  }))
}

/** Also of live versions, which are shown as following nothing: a duplicate takes up what they were written with. */
const readFollowers = async (db: Reader, postIds: readonly number[]): Promise<ReadonlySet<number>> => {
  if (postIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('post_socials')
    .select('id')
    .where('post_id', 'in', postIds)
    .where('follows_shared', '=', true)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

const readOriginals = async (db: Reader, ids: readonly number[], publicUrl: string) => {
  if (ids.length === 0) return new Map<number, ObjectData>()
  const rows = await db.selectFrom('medias').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map(row => [row.id, toObjectData(row, publicUrl)]))
}

/** One version of a post as the source of every network. */
export const onlyVersion = ({ post, versions }: Source, postSocialId: number): Source => ({
  post,
  versions: versions.filter(({ id }) => id === postSocialId),
})

const queued: VideoConversion = { id: 0, status: 'queued', progress: 0, failure: null }

/** A video that is converted for the network counts as one that fits. */
const asConverted = (copy: VersionCopy): VersionCopy => ({
  ...copy,
  attachments: copy.attachments.map(attachment => {
    const file = attachment.object_data && toMediaFile(attachment.object_data)
    const isFitted = file && canConvert(copy.social_network, copy.type, file)
    return isFitted ? { ...attachment, conversion: queued } : attachment
  }),
})

const listConnected = async (db: Reader, target: ProjectScope): Promise<SocialNetwork[]> =>
  (await listProjectSocials(db, target)).map(({ social_network }) => social_network)

/** What becomes of each source on each network in this project. */
export const listOffersOfAll = async (
  db: Reader,
  sources: readonly Source[],
  target: ProjectScope,
): Promise<NetworkOffer[][]> => {
  const connected = await listConnected(db, target)
  return sources.map(({ versions }) =>
    socialNetworks.map(social_network => {
      const source = sourceFor(versions, social_network)
      const copy = source && copyVersion(source, social_network)
      return {
        social_network,
        is_connected: connected.includes(social_network),
        type: copy?.type ?? null,
        lost: [...(copy?.lost ?? [])],
        problems: copy ? copyProblems(asConverted(copy)) : [],
      }
    }),
  )
}

/** What becomes of one source. */
export const listOffers = async (db: Reader, source: Source, target: ProjectScope): Promise<NetworkOffer[]> =>
  (await listOffersOfAll(db, [source], target)).flat()

/** The answer about the networks of a source in its own project. */
export const toAllowed = (offers: NetworkOffer[]) => ({
  allowed_social_networks: offers.flatMap(({ type, social_network }) =>
    type === null ? [] : [social_network],
  ),
  offers,
})

type Refusal = Failure<'network_not_connected' | 'type_not_allowed' | 'illegal_transition'>

/** The versions that the source becomes on these networks, or why it cannot. */
export const planVersions = async (
  db: Reader,
  { post, versions }: Source,
  target: ProjectScope,
  networks: readonly SocialNetwork[],
): Promise<VersionCopy[] | Refusal> => {
  if (post.media_replication_status !== null && post.media_replication_status !== 'duplicated')
    return fail('illegal_transition', { message: 'Wait until the files of this post have been copied.' })
  const connected = await listConnected(db, target)
  const missing = networks.filter(network => !connected.includes(network))
  if (missing.length > 0)
    return fail('network_not_connected', {
      errors: { social_networks: missing.map(name => `${name} is not connected`) },
    })
  const copies: VersionCopy[] = []
  for (const network of networks) {
    const source = sourceFor(versions, network)
    const copy = source && copyVersion(source, network)
    if (!copy)
      return fail('type_not_allowed', {
        errors: { social_networks: [`${networkNames[network]} does not take this post`] },
      })
    copies.push(copy)
  }
  return copies
}
