import type { GraphCall } from '../meta/call.ts'
import { failIfPermalinkDown, failIfReadBackDown } from '../meta/faults.ts'
import { parseFields } from '../meta/fields.ts'
import { findPost } from '../meta/post-of-call.ts'
import { createFeedPost, listPublishedPosts } from './feed.ts'
import { readInsights } from './insights.ts'
import { pageNode, photoNode, postNode } from './nodes.ts'
import { createPhoto } from './photos.ts'
import { createReel, createThumbnail } from './reels.ts'
import { createUpload, readUpload } from './resumable-uploads.ts'
import { createPhotoStory, createVideoStory, listStories } from './stories.ts'
import { uploadOfVideo } from './uploads.ts'
import { listReels, listVideos } from './video-lists.ts'
import { videoNode } from './video-node.ts'
import { createVideo } from './videos.ts'

/** A page's edges, by method and name. */
export const facebookEdges = {
  'POST photos': createPhoto,
  'POST feed': createFeedPost,
  'POST videos': createVideo,
  'POST video_reels': createReel,
  'POST thumbnails': createThumbnail,
  'POST photo_stories': createPhotoStory,
  'POST video_stories': createVideoStory,
  'POST uploads': createUpload,
  'GET stories': listStories,
  'GET videos': listVideos,
  'GET video_reels': listReels,
  'GET feed': listPublishedPosts,
  'GET posts': listPublishedPosts,
  'GET published_posts': listPublishedPosts,
  'GET insights': readInsights,
}

/** Reads a page, post, photo, video or upload of this token's page; undefined if the id is none of them. */
export function readFacebookNode(call: GraphCall) {
  const { sandbox, node, account } = call
  if (node.startsWith('upload:')) return readUpload(call)
  if (account.network === 'facebook' && node === account.id) {
    return { value: pageNode(sandbox, account), defaults: 'id,name', type: 'Page' as const }
  }
  const post = findPost(call)
  if (post?.network === 'facebook') {
    failIfReadBackDown(sandbox, 'facebook', account.id)
    failIfPermalinkRequested(call)
    return { value: postNode(sandbox, post), defaults: 'id,created_time,message', type: 'PagePost' as const }
  }
  return readMedia(call)
}

function readMedia(call: GraphCall) {
  const { sandbox, node, account } = call
  const media = sandbox.store.get('media', node)
  const upload = media ? undefined : uploadOfVideo(call, node)
  if (upload) return { value: videoNode(sandbox, { upload }), defaults: 'id', type: 'Video' as const }
  if (media?.network !== 'facebook' || media.account !== account.id) return undefined
  if (media.kind !== 'video')
    return { value: photoNode(sandbox, media), defaults: 'id,created_time', type: 'Photo' as const }
  // After a publish call, a caller reads the video to learn the outcome, so this read fails along with the others.
  if (media.attempted_at !== undefined) {
    failIfReadBackDown(sandbox, 'facebook', account.id)
    failIfPermalinkRequested(call)
  }
  return {
    value: videoNode(sandbox, { media }),
    defaults: 'id,description,updated_time',
    type: 'Video' as const,
  }
}

function failIfPermalinkRequested({ sandbox, account, params }: GraphCall): void {
  if (!parseFields(params.fields ?? '').has('permalink_url')) return
  failIfPermalinkDown(sandbox, 'facebook', account.id)
}
