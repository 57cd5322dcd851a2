import { createHash } from 'node:crypto'
import type { Content } from '#domain/posts/content.ts'
import { canonicalContent } from '#domain/posts/content.ts'
import { contentOfKept, type KeptContent } from '#domain/posts/kept-content.ts'
import type { Reader } from '#server/platform/db/database.ts'

/** The digest of a content: lower-case hexadecimal SHA-256. */
export const digestOf = (content: Content): string =>
  createHash('sha256').update(canonicalContent(content)).digest('hex')

/** What a version says: to keep it, with its digest. */
export type StoredContent = {
  readonly postSocialId: number
  readonly digest: string
  readonly content: Content
  readonly kept: KeptContent
}

/** The current content of these post socials with all that it takes to restore it, by post social id; unknown ids are left out. */
export const readStoredContents = async (
  db: Reader,
  postSocialIds: readonly number[],
): Promise<Map<number, StoredContent>> => {
  if (postSocialIds.length === 0) return new Map()
  const socials = await db
    .selectFrom('post_socials')
    .select(['id', 'social_network', 'type', 'message', 'first_comment', 'extra_fields', 'linked_page'])
    .select('message_editor_state')
    .where('id', 'in', postSocialIds)
    .execute()
  const attachments = await db
    .selectFrom('attachments')
    .leftJoin('medias', 'medias.id', 'attachments.media_id')
    .leftJoin('medias as thumbnails', 'thumbnails.id', 'attachments.thumbnail_media_id')
    .select([
      'attachments.post_social_id',
      'attachments.media_id',
      'attachments.thumbnail_media_id',
      'attachments.description',
      'attachments.extra_fields',
      'medias.sha256',
      'thumbnails.sha256 as thumbnail_sha256',
    ])
    .where('attachments.post_social_id', 'in', postSocialIds)
    .orderBy('attachments.position')
    .orderBy('attachments.id')
    .execute()
  const bySocial = Map.groupBy(attachments, attachment => attachment.post_social_id)
  return new Map(
    socials.map(({ id, ...social }) => {
      const own = bySocial.get(id) ?? []
      const kept = { ...social, attachments: own.map(({ post_social_id: _, ...attachment }) => attachment) }
      const content = contentOfKept(kept)
      return [id, { postSocialId: id, digest: digestOf(content), content, kept }]
    }),
  )
}

/** The current content of these post socials, by post social id; unknown ids are left out. */
export const readContents = async (
  db: Reader,
  postSocialIds: readonly number[],
): Promise<Map<number, Content>> =>
  new Map([...(await readStoredContents(db, postSocialIds))].map(([id, { content }]) => [id, content]))

/** The digest of one of these post socials. @throws if it is missing, since no digest must never match an approved one */
export const digestIn = (digests: ReadonlyMap<number, string>, postSocialId: number): string => {
  const digest = digests.get(postSocialId)
  if (digest === undefined) throw new Error(`post social ${postSocialId} has no content to digest`)
  return digest
}

/** The digest of the current content of a post social. @throws if there is none */
export const getDigest = async (db: Reader, postSocialId: number): Promise<string> =>
  digestIn(await readDigests(db, [postSocialId]), postSocialId)

/** The digests of the current contents of these post socials. */
export const readDigests = async (
  db: Reader,
  postSocialIds: readonly number[],
): Promise<Map<number, string>> =>
  new Map([...(await readStoredContents(db, postSocialIds))].map(([id, { digest }]) => [id, digest]))
