import type { GraphCall } from '../meta/call.ts'
import { missingParameter } from '../meta/errors.ts'
import { failIfUploadsDown } from '../meta/faults.ts'
import { dailyLimits } from '../platform/daily-limits.ts'
import { storePicture } from '../platform/media.ts'
import type { Container, PostMedia } from '../platform/model.ts'
import type { HttpReply } from '../platform/sandbox.ts'
import { storeVideo } from '../platform/video.ts'
import { requireOwnAccount } from './account.ts'
import { countsOf } from './caption-counting.ts'
import { statusOf } from './container-status.ts'
import { instagramFaults, refuse } from './errors.ts'
import { fetchPhoto, fetchVideo, thumbnailOf, uploadFailed } from './fetch-media.ts'

/** How long processing takes before a container can be published. */
const processingMs = { photo: 1_000, video: 2_000, carousel: 500 }
const DAY_MS = 24 * 3_600_000
const longestCaption = 2200
const mostHashtags = 30
const mostMentions = 20
const longestAltText = 1000
const NEVER = Number.MAX_SAFE_INTEGER

/** Step one of three: creates a container from a media URL, or a carousel from its items. */
export async function createContainer(call: GraphCall): Promise<HttpReply> {
  requireOwnAccount(call, 'instagram_content_publish')
  failIfUploadsDown(call.sandbox, 'instagram', call.account.id)
  checkDailyContainers(call)
  const becomes = containerKind(call.params)
  const { caption = '', alt_text: alt } = call.params
  if (alt && alt.length > longestAltText) refuse(instagramFaults.altTextTooLong)
  checkCaption(caption)
  const container =
    becomes === 'carousel' ? carouselOf(call, caption) : await mediaContainer(call, becomes, caption)
  call.sandbox.store.put('container', container)
  return { status: 200, body: { id: container.id } }
}

function checkDailyContainers(call: GraphCall): void {
  const { sandbox, account } = call
  if (!sandbox.limits) return
  const owned = { network: 'instagram' as const, account: account.id }
  const made = sandbox.store.count('container', { ...owned, since: sandbox.now() - DAY_MS })
  if (made + sandbox.daily.used('instagram_containers', account.id) >= dailyLimits.instagram_containers)
    refuse(instagramFaults.tooManyContainers)
}

function containerKind({
  media_type: type,
  is_carousel_item: item,
}: GraphCall['params']): Container['becomes'] {
  if (item === 'true' && (type === undefined || type === 'IMAGE' || type === 'VIDEO')) return 'item'
  if (type === undefined || type === 'IMAGE') return 'photo'
  if (type === 'REELS') return 'reel'
  if (type === 'STORIES') return 'story'
  if (type === 'CAROUSEL') return 'carousel'
  return refuse(instagramFaults.unknownMediaType)
}

function checkCaption(caption: string) {
  const { hashtags, mentions } = countsOf(caption)
  if (caption.length <= longestCaption && hashtags <= mostHashtags && mentions <= mostMentions) return
  refuse(instagramFaults.captionTooLong)
}

async function mediaContainer(
  call: GraphCall,
  becomes: Container['becomes'],
  caption: string,
): Promise<Container> {
  const { sandbox, account, params } = call
  const isVideo = becomes === 'reel' || params.media_type === 'VIDEO' || params.video_url !== undefined
  const address = isVideo ? params.video_url : params.image_url
  if (!address) throw missingParameter(isVideo ? 'video_url' : 'image_url')
  const id = sandbox.ids.instagramContainer()
  const media = await (isVideo ? storeVideoFile : storePhoto)(call, `${id}-media`, address, becomes)
  const fault = sandbox.faults.take('processing', 'instagram', account.id)?.fault
  const failure = fault === 'processing_failed' ? uploadFailed(2207026) : media.failure
  return {
    id,
    network: 'instagram',
    account: account.id,
    created_at: sandbox.now(),
    becomes,
    shown: [media.shown],
    // Stories and carousel items have no text.
    caption: becomes === 'photo' || becomes === 'reel' ? caption : '',
    ready_at:
      fault === 'processing_forever'
        ? NEVER
        : sandbox.now() + (isVideo ? processingMs.video : processingMs.photo),
    ...(failure !== undefined && { failure }),
  }
}

type StoredMedia = { shown: PostMedia; failure?: string }

async function storePhoto(
  { sandbox, account, params }: GraphCall,
  id: string,
  address: string,
  becomes: Container['becomes'],
): Promise<StoredMedia> {
  const picture = await fetchPhoto(address, becomes)
  const alt = params.alt_text && becomes !== 'story' ? { alt_text: params.alt_text } : {}
  storePicture(sandbox, { id, network: 'instagram', account: account.id, picture, ...alt })
  return { shown: { media: id, ...alt } }
}

async function storeVideoFile(
  { sandbox, account, params }: GraphCall,
  id: string,
  address: string,
  becomes: Container['becomes'],
): Promise<StoredMedia> {
  const { video, failure } = await fetchVideo(address, becomes)
  const still = await thumbnailOf(video, becomes === 'reel' ? params.cover_url : undefined)
  const thumbnail = `${sandbox.ids.file()}.jpeg`
  sandbox.store.writeFile(thumbnail, still)
  const owned = { id, network: 'instagram' as const, account: account.id, video, thumbnail }
  storeVideo(sandbox, owned, sandbox.now() + processingMs.video)
  return { shown: { media: id }, ...(failure !== undefined && { failure }) }
}

function carouselOf(call: GraphCall, caption: string): Container {
  const { sandbox, account, params } = call
  const ids = (params.children ?? '').split(',').filter(id => id !== '')
  if (ids.length < 2 || ids.length > 10) refuse(instagramFaults.wrongChildren)
  return {
    id: sandbox.ids.instagramContainer(),
    network: 'instagram',
    account: account.id,
    created_at: sandbox.now(),
    becomes: 'carousel',
    caption,
    shown: ids.flatMap(id => childOf(call, id).shown),
    ready_at: sandbox.now() + processingMs.carousel,
  }
}

function childOf({ sandbox, account }: GraphCall, id: string): Container {
  const child = sandbox.store.get('container', id)
  if (child?.account !== account.id || child.becomes !== 'item')
    return refuse(instagramFaults.containerNotFound)
  const status = statusOf(child, sandbox.now())
  if (status === 'EXPIRED') refuse(instagramFaults.containerExpired)
  if (status !== 'FINISHED') refuse(instagramFaults.notReady)
  return child
}
