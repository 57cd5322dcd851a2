import type { FastifyRequest } from 'fastify'
import { type GraphCall, readToken } from '../meta/call.ts'
import { GraphError, missingParameter, unreachableObject } from '../meta/errors.ts'
import { failIfReadBackDown, failIfUploadsDown } from '../meta/faults.ts'
import { graphList, readSlice } from '../meta/paging.ts'
import { fetchBytes } from '../platform/media.ts'
import type { Media, Post } from '../platform/model.ts'
import { type HttpReply, permalink, type Sandbox } from '../platform/sandbox.ts'
import { decoders } from '../platform/video-refusals.ts'
import { publishPost, requireOwnPage, unusedMedia, unusedPhoto } from './posts.ts'
import { receiveStream } from './resumable-uploads.ts'
import { finishUpload, openUpload, receivedBytes, receivePart, uploadOfVideo } from './uploads.ts'

const lifeMs = 24 * 3_600_000

/** Publishes an unpublished photo as a story. */
export function createPhotoStory(call: GraphCall): Promise<HttpReply> {
  requireOwnPage(call, 'pages_manage_posts')
  if (!call.params.photo_id) throw missingParameter('photo_id')
  return publishStory(call, unusedPhoto(call, call.params.photo_id))
}

/** Publishes a video as a story, in two phases with the upload between them. */
export async function createVideoStory(call: GraphCall): Promise<HttpReply> {
  requireOwnPage(call, 'pages_manage_posts')
  const { sandbox, params, account } = call
  if (params.upload_phase === 'start') {
    failIfUploadsDown(sandbox, 'facebook', account.id)
    return startUpload(call, 'video_stories')
  }
  if (params.upload_phase !== 'finish') throw missingParameter('upload_phase')
  const media = unusedMedia(call, params.video_id ?? '')
  if (media.failure !== undefined || (media.ready_at ?? 0) > sandbox.now()) {
    throw new GraphError({
      message: '(#100) The video is not ready to be published',
      code: 100,
      subcode: 1363136,
    })
  }
  return publishStory(call, media)
}

/** A placeholder: the upload itself announces the size. */
const placeholderBytes = 1024 * 1024

/** The first step of a story's or reel's video: its id, and where its bytes go. */
export function startUpload(call: GraphCall, edge: 'video_stories' | 'video_reels'): HttpReply {
  const upload = openUpload(call, placeholderBytes, edge)
  const address = `${call.sandbox.url()}/graph/video-upload/v25.0/${upload.media}`
  return { status: 200, body: { video_id: upload.media, upload_url: address } }
}

function publishStory(call: GraphCall, media: Media): Promise<HttpReply> {
  const { sandbox } = call
  sandbox.store.put('media', { ...media, attempted_at: sandbox.now() })
  const id = sandbox.ids.facebook()
  const story = { id, text: '', media: [media], story_until: sandbox.now() + lifeMs }
  return publishPost(call, story, post => ({ success: true, post_id: post.id }))
}

/** The page's stories: those of the last day as published, older ones as archived. */
export function listStories(call: GraphCall): HttpReply {
  requireOwnPage(call, 'pages_read_engagement')
  const { sandbox, account, params } = call
  failIfReadBackDown(sandbox, 'facebook', account.id)
  const slice = readSlice(params)
  const window = { since: slice.since, until: slice.until }
  const all = sandbox.store
    .list('post', { network: 'facebook', account: account.id, ...window })
    .filter(({ story_until: until }) => until !== undefined)
    .map(post => storyNode(sandbox, post))
    .filter(({ status }) => params.status === undefined || status === params.status)
  const page = all.slice(slice.offset, slice.offset + slice.limit)
  return { status: 200, body: graphList(call, page, slice, all.length) }
}

function storyNode(sandbox: Sandbox, post: Post) {
  const media = sandbox.store.get('media', post.media[0]?.media ?? '')
  return {
    post_id: post.id,
    status: (post.story_until ?? 0) > sandbox.now() ? 'PUBLISHED' : 'ARCHIVED',
    creation_time: String(Math.floor(post.created_at / 1000)),
    media_type: media?.kind === 'video' ? 'video' : 'photo',
    media_id: media?.id,
    url: permalink(sandbox, post),
  }
}

const refused = (status: number, type: string, message: string, retriable = false): HttpReply => ({
  status,
  body: { debug_info: { retriable, type, message } },
})

/** The upload host (`rupload`): receives the bytes from `offset` on, or fetches them. Its error bodies differ from Graph's. */
export async function receiveVideoBytes(sandbox: Sandbox, request: FastifyRequest): Promise<HttpReply> {
  const token = readToken(sandbox, request, { params: {}, files: {} })
  const account = sandbox.store.get('account', token.account)
  const { id: node = '' } = request.params as { id?: string }
  if (!account) throw unreachableObject(node, request.method)
  const call: GraphCall = { sandbox, request, params: {}, files: {}, token, account, node }
  const upload = uploadOfVideo(call, node)
  if (!upload) return refused(404, 'NotFoundError', 'There is no such upload')
  failIfUploadsDown(sandbox, 'facebook', account.id)
  const { offset: given, file_size: size, file_url: address } = request.headers
  // An address needs no offset; in the body of the call it is not read.
  const offset = given ?? (address === undefined ? undefined : '0')
  if (offset === undefined || !/^\d+$/.test(String(offset))) {
    return refused(400, 'HeaderError', 'Header Offset not convertable to unsigned long')
  }
  if (Number(offset) !== receivedBytes(upload)) {
    return refused(409, 'OffsetInvalidError', `Expected offset ${receivedBytes(upload)}`, true)
  }
  const fetched = typeof address === 'string' ? await fetchBytes(address) : undefined
  if (address && !fetched) return refused(400, 'ProcessingFailedError', 'The file could not be fetched', true)
  const sized = { ...upload, size: fetched?.length ?? Number(size) }
  const longer = fetched
    ? receivePart(sandbox, sized, 0, fetched)
    : await receiveStream(call, sized, Number(offset))
  if (receivedBytes(longer) < sized.size) {
    return refused(
      400,
      'PartialRequestError',
      `Received ${receivedBytes(longer)} of ${sized.size} bytes`,
      true,
    )
  }
  const decoder = upload.edge === 'video_stories' ? decoders.facebookStory : decoders.facebookReel
  // Whatever is wrong with the video is found in processing (docs/product/facebook.md "Stories").
  await finishUpload(call, longer, {}, decoder)
  return { status: 200, body: { success: true } }
}
