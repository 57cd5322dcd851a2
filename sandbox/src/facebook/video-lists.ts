import type { GraphCall } from '../meta/call.ts'
import { failIfReadBackDown } from '../meta/faults.ts'
import { pick, readFields } from '../meta/fields.ts'
import { graphList, readSlice } from '../meta/paging.ts'
import type { Media } from '../platform/model.ts'
import type { HttpReply } from '../platform/sandbox.ts'
import { requireOwnPage } from './posts.ts'
import { videoNode } from './video-node.ts'

/** The page's published videos, newest first. */
export const listVideos = (call: GraphCall): HttpReply => list(call, () => true)

/** Of these, the reels. */
export const listReels = (call: GraphCall): HttpReply => list(call, ({ edge }) => edge === 'video_reels')

function list(call: GraphCall, isListed: (video: Media) => boolean): HttpReply {
  requireOwnPage(call, 'pages_read_engagement')
  const { sandbox, account, params } = call
  failIfReadBackDown(sandbox, 'facebook', account.id)
  const slice = readSlice(params)
  const fields = readFields(params.fields ?? 'id,description,updated_time', 'Video')
  const all = sandbox.store
    .list('post', { network: 'facebook', account: account.id, since: slice.since, until: slice.until })
    .filter(({ story_until: until }) => until === undefined)
    .flatMap(post => post.media.flatMap(({ media }) => sandbox.store.get('media', media) ?? []))
    .filter(media => media.kind === 'video' && isListed(media))
  const data = all
    .slice(slice.offset, slice.offset + slice.limit)
    .map(media => pick(videoNode(sandbox, { media }), fields))
  return { status: 200, body: graphList(call, data, slice, all.length) }
}
