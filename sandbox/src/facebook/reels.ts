import type { GraphCall } from '../meta/call.ts'
import { GraphError, missingParameter, unreachableObject } from '../meta/errors.ts'
import { failIfUploadsDown } from '../meta/faults.ts'
import { inspectPicture } from '../platform/media.ts'
import type { Media } from '../platform/model.ts'
import type { HttpReply } from '../platform/sandbox.ts'
import { decoders } from '../platform/video-refusals.ts'
import { publishPost, requireOwnPage, unusedMedia } from './posts.ts'
import { startUpload } from './stories.ts'
import { beginPublication } from './videos.ts'

const DAY_MS = 24 * 3_600_000
/** Of a page in moving 24 hours, by the API. */
const mostReels = 30

/** Publishes a video as a reel, in two phases with the upload between them. No answer has the id of a post. */
export async function createReel(call: GraphCall): Promise<HttpReply> {
  requireOwnPage(call, 'pages_manage_posts')
  const { sandbox, params, account } = call
  if (params.upload_phase === 'start') {
    failIfUploadsDown(sandbox, 'facebook', account.id)
    return startUpload(call, 'video_reels')
  }
  if (params.upload_phase !== 'finish') throw missingParameter('upload_phase')
  if (!params.video_id) throw missingParameter('video_id')
  return finish(call, ownReel(call, params.video_id))
}

function ownReel({ sandbox, account, request }: GraphCall, id: string): Media {
  const media = sandbox.store.get('media', id)
  if (media?.edge === 'video_reels' && media.account === account.id) return media
  const upload = sandbox.store.list('upload', { network: 'facebook', account: account.id })
  if (!upload.some(each => each.media === id)) throw unreachableObject(id, request.method)
  throw new GraphError({ message: 'Problem with file', code: 6000 })
}

async function finish(call: GraphCall, media: Media): Promise<HttpReply> {
  const { sandbox, params } = call
  sandbox.store.put('media', { ...media, attempted_at: sandbox.now() })
  if (media.used_by) return { status: 200, body: { success: true } }
  if (params.video_state !== 'PUBLISHED') {
    if (params.video_state === 'DRAFT') return { status: 200, body: { success: true } }
    throw new GraphError({ message: '(#100) Param video_state must be one of {DRAFT, PUBLISHED}', code: 100 })
  }
  checkReel(media)
  checkDailyReels(call)
  // What cannot be processed never becomes a post, whatever the answer was.
  if (media.failure !== undefined || (media.ready_at ?? 0) > sandbox.now() + DAY_MS)
    return { status: 200, body: { success: true } }
  const title = params.title ? { title: params.title } : {}
  const text = params.description ?? ''
  const published = { ...unusedMedia(call, media.id), ...title }
  beginPublication(call, published)
  return publishPost(call, { id: `${call.account.id}_${media.id}`, text, media: [published] }, () => ({
    success: true,
  }))
}

const refuse = (subcode: number, userMessage: string): never => {
  throw new GraphError({ message: 'Invalid parameter', code: 100, subcode, userMessage })
}

function checkReel({ width, height, duration_ms: length = 0 }: Media): void {
  const { milliseconds, shapes, smallest } = decoders.facebookReel
  if (width / height < shapes[0] || width / height > shapes[1])
    refuse(1363040, 'The aspect ratio must be between 16:9 and 9:16.')
  if (Math.min(width, height) < smallest[1] || Math.max(width, height) < smallest[0])
    refuse(1363127, 'The resolution must be at least 540 by 960.')
  if (length < milliseconds[0] || length > milliseconds[1])
    refuse(1363128, 'The video must be 3 to 90 seconds long.')
}

function checkDailyReels({ sandbox, account }: GraphCall): void {
  const since = sandbox.now() - DAY_MS
  const posts = sandbox.store.list('post', { network: 'facebook', account: account.id, since })
  const reels = posts.filter(post =>
    post.media.some(({ media: id }) => sandbox.store.get('media', id)?.edge === 'video_reels'),
  )
  if (reels.length < mostReels) return
  throw new GraphError({ message: '(#32) Page request limit reached', code: 32 })
}

/** `POST /{video}/thumbnails`: the cover of a video, which a reel cannot take in any other call. */
export async function createThumbnail(call: GraphCall): Promise<HttpReply> {
  const { sandbox, node, account, files, request } = call
  const media = sandbox.store.get('media', node)
  if (media?.kind !== 'video' || media.account !== account.id) throw unreachableObject(node, request.method)
  requireOwnPage({ ...call, node: account.id }, 'pages_manage_posts')
  const picture = files.source && (await inspectPicture(files.source))
  if (!picture)
    throw new GraphError({ message: '(#100) Invalid thumbnail image', code: 100, subcode: 1363057 })
  const file = `${sandbox.ids.file()}.${picture.format}`
  sandbox.store.writeFile(file, picture.bytes)
  sandbox.store.put('media', { ...media, thumbnail: file })
  return { status: 200, body: { success: true } }
}
