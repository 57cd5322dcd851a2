import { z } from 'zod'
import { readLinkedinText } from '#domain/networks/linkedin-text.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { NetworkPost, ReadResult } from '#server/networks/network-reader.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import { encodeUrn, type LinkedinApi, organizationUrn } from './api.ts'
import { type LinkedinPost, linkedinPosts } from './posts.ts'
import { readFailure } from './read-failure.ts'

const AT_ONCE_MAX = 100
const asset = z.object({ downloadUrl: z.string().optional(), thumbnail: z.string().optional() })

/** The organization's posts, newest first. `after` is where the next page starts. */
export const listPosts = async (
  api: LinkedinApi,
  account: ConnectedAccount,
  page: { readonly limit: number; readonly after: string | null },
  addressOf: (urn: string) => string,
): Promise<ReadResult<{ posts: readonly NetworkPost[]; next: string | null }>> => {
  const start = Number(page.after ?? 0)
  const count = Math.min(page.limit, AT_ONCE_MAX)
  const author = encodeUrn(organizationUrn(account))
  const path = `posts?q=author&author=${author}&start=${start}&count=${count}&sortBy=CREATED`
  const reply = await api.get(account, path)
  const elements = isOk(reply) ? parseBody(reply, linkedinPosts)?.elements : undefined
  if (!elements) return readFailure(reply)
  const posts = await Promise.all(
    elements.map(async post => ({
      externalId: post.id,
      text: readLinkedinText(post.commentary),
      permalink: addressOf(post.id),
      ...(await picturesOf(api, account, post)),
      createdAt: new Date(post.createdAt),
    })),
  )
  const next = elements.length === count ? String(start + count) : null
  return { kind: 'read', value: { posts, next } }
}

/** URLs for the post's first picture or video; null if LinkedIn does not return them. */
const picturesOf = async (
  api: LinkedinApi,
  account: ConnectedAccount,
  { content }: LinkedinPost,
): Promise<Pick<NetworkPost, 'thumbnailUrl' | 'mediaUrl'>> => {
  const urn = content?.media?.id ?? content?.multiImage?.images[0]?.id ?? content?.article?.thumbnail
  if (!urn) return { thumbnailUrl: null, mediaUrl: null }
  const isVideo = urn.startsWith('urn:li:video:')
  const reply = await api.get(account, `${isVideo ? 'videos' : 'images'}/${encodeUrn(urn)}`)
  const { downloadUrl = null, thumbnail = null } = (isOk(reply) && parseBody(reply, asset)) || {}
  return { thumbnailUrl: isVideo ? thumbnail : downloadUrl, mediaUrl: downloadUrl }
}
