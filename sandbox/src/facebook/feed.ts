import { z } from 'zod'
import { parseJson } from '#domain/kernel/json.ts'
import type { GraphCall } from '../meta/call.ts'
import { GraphError } from '../meta/errors.ts'
import { failIfReadBackDown } from '../meta/faults.ts'
import { pick, readFields } from '../meta/fields.ts'
import { graphList, readSlice } from '../meta/paging.ts'
import { readLinkedPage } from '../platform/linked-page.ts'
import type { Media, Post } from '../platform/model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { readCards } from './cards.ts'
import { postNode } from './nodes.ts'
import { alreadyPostedFault, publishPost, requireOwnPage, unusedPhoto } from './posts.ts'

/** Publishes text, a link, or photos that were uploaded before. */
export async function createFeedPost(call: GraphCall): Promise<HttpReply> {
  requireOwnPage(call, 'pages_manage_posts')
  const { message = '', link, fields } = call.params
  const media = attachedPhotos(call)
  if (message.trim() === '' && !link && media.length === 0) {
    throw new GraphError({ message: '(#197) The post is empty. Please enter a message to share.', code: 197 })
  }
  if (link && !URL.canParse(link)) {
    throw new GraphError({
      message: '(#100) link URL is not properly formatted',
      code: 100,
      subcode: 2061006,
    })
  }
  const cards = await readCards(call)
  const { account, sandbox } = call
  const article =
    link && !cards && (await readLinkedPage(sandbox, link, { network: 'facebook', account: account.id }))
  const newPost = {
    text: message,
    media,
    ...(link && { link }),
    ...(cards && { cards }),
    ...(article && { article }),
  }
  return publishPost(call, newPost, post =>
    fields ? pick(postNode(sandbox, post), readFields(fields, 'PagePost')) : { id: post.id },
  )
}

/** Unused photos of this page, without repetitions. */
function attachedPhotos(call: GraphCall): Media[] {
  const ids = attachedIds(call.params)
  if (new Set(ids).size < ids.length) throw new GraphError(alreadyPostedFault)
  return ids.map(id => unusedPhoto(call, id))
}

/** `attached_media` as a JSON list, or in form style as `attached_media[0]`, `attached_media[1]`, … */
function attachedIds(params: Record<string, string>): string[] {
  const single = Object.entries(params)
    .filter(([name]) => /^attached_media\[\d+\]$/.test(name))
    .sort(([a], [b]) => Number(a.slice(15, -1)) - Number(b.slice(15, -1)))
    .map(([, value]) => value)
  const text = params.attached_media ?? `[${single.join(',')}]`
  const list = z.array(z.object({ media_fbid: z.unknown() })).safeParse(parseJson(text))
  if (!list.success)
    throw new GraphError({ message: '(#100) Param attached_media must be an array.', code: 100 })
  return list.data.map(each => String(each.media_fbid))
}

const defaultFields = 'id,created_time,message'

/** Reels are in no list of posts. */
const isReel = ({ store }: Sandbox, { media }: Post): boolean =>
  media.some(({ media: id }) => store.get('media', id)?.edge === 'video_reels')

/** The page's posts, newest first. */
export function listPublishedPosts(call: GraphCall): HttpReply {
  requireOwnPage(call, 'pages_read_engagement')
  failIfReadBackDown(call.sandbox, 'facebook', call.account.id)
  const slice = readSlice(call.params)
  const mine = {
    network: 'facebook' as const,
    account: call.account.id,
    since: slice.since,
    until: slice.until,
  }
  const fields = readFields(call.params.fields ?? defaultFields, 'PagePost')
  // Stories have a separate edge.
  const all = call.sandbox.store
    .list('post', mine)
    .filter(post => post.story_until === undefined && !isReel(call.sandbox, post))
  const posts = all.slice(slice.offset, slice.offset + slice.limit)
  const data = posts.map(post => pick(postNode(call.sandbox, post), fields))
  return { status: 200, body: graphList(call, data, slice, all.length) }
}
