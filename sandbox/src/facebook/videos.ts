import type { GraphCall } from '../meta/call.ts'
import { GraphError, missingParameter, unreachableObject } from '../meta/errors.ts'
import { failIfUploadsDown } from '../meta/faults.ts'
import { fetchBytes } from '../platform/media.ts'
import type { Media } from '../platform/model.ts'
import type { HttpReply } from '../platform/sandbox.ts'
import { publishPost, requireOwnPage } from './posts.ts'
import { uploadedBytes } from './resumable-uploads.ts'
import {
  findUpload,
  finishUpload,
  openUpload,
  readDetails,
  receivedBytes,
  receivePart,
  receiveVideo,
  uploadFaults,
} from './uploads.ts'

/** The chunk size that the sandbox asks for. */
const pieceBytes = 1024 * 1024

/** Uploads a video: in one request, by URL, by an upload's handle, or in the phases of a resumable upload. */
export async function createVideo(call: GraphCall): Promise<HttpReply> {
  requireOwnPage(call, 'pages_manage_posts')
  const { upload_phase: phase } = call.params
  if (phase === 'start') return start(call)
  if (phase === 'transfer') return transfer(call)
  if (phase === 'finish') return finish(call)
  if (phase !== undefined && phase !== 'cancel') {
    throw new GraphError({
      message: '(#100) Param upload_phase must be one of {start, transfer, finish, cancel}',
      code: 100,
    })
  }
  return createWhole(call)
}

function start(call: GraphCall): HttpReply {
  failIfUploadsDown(call.sandbox, 'facebook', call.account.id)
  const size = Number(call.params.file_size)
  if (!Number.isInteger(size)) throw missingParameter('file_size')
  const upload = openUpload(call, size)
  const body = { upload_session_id: upload.id, video_id: upload.media, ...nextPiece(0, size) }
  return { status: 200, body }
}

/** The offsets are strings. They are equal once everything has arrived. */
const nextPiece = (from: number, size: number) => ({
  start_offset: String(from),
  end_offset: String(Math.min(from + pieceBytes, size)),
})

function transfer(call: GraphCall): HttpReply {
  const { sandbox, params, files, account } = call
  failIfUploadsDown(sandbox, 'facebook', account.id)
  const upload = findUpload(call, params.upload_session_id)
  const bytes = files.video_file_chunk
  if (!bytes) throw missingParameter('video_file_chunk')
  if (bytes.length > pieceBytes) throw new GraphError(uploadFaults.badOffset)
  const longer = receivePart(sandbox, upload, Number(params.start_offset), bytes)
  return { status: 200, body: nextPiece(receivedBytes(longer), upload.size) }
}

/** An unpublished video is meant for advertising. The demo tokens, which name no permissions, have none for that. */
function requireAdvertiser({ token, params }: GraphCall): void {
  if (params.published !== 'false' || token.scopes?.includes('pages_manage_ads')) return
  throw new GraphError({
    message: '(#200) Unpublished posts must be posted to a page as the page itself with pages_manage_ads.',
    code: 200,
    status: 403,
  })
}

async function finish(call: GraphCall): Promise<HttpReply> {
  const { params } = call
  requireAdvertiser(call)
  const upload = findUpload(call, params.upload_session_id)
  if (upload.finished_at !== undefined) throw new GraphError(uploadFaults.sessionUnknown)
  const media = await finishUpload(call, upload, await readDetails(call))
  if (params.published === 'false' || willNeverBeReady(call, media))
    return { status: 200, body: { success: true } }
  try {
    return await publishVideo(call, media, () => ({ success: true }))
  } finally {
    // What is refused is not finished either: the same session can be finished again.
    if (!call.sandbox.store.get('post', `${call.account.id}_${media.id}`)) {
      call.sandbox.store.remove('media', media.id)
      call.sandbox.store.put('upload', upload)
    }
  }
}

async function createWhole(call: GraphCall): Promise<HttpReply> {
  const { sandbox, params, files, account } = call
  requireAdvertiser(call)
  failIfUploadsDown(sandbox, 'facebook', account.id)
  const handle = params.fbuploader_video_file_chunk
  const bytes =
    files.source ??
    (handle ? uploadedBytes(call, handle) : undefined) ??
    (params.file_url ? await fetchBytes(params.file_url) : undefined)
  if (!bytes) throw new GraphError({ message: '(#353) You must select a video file to upload.', code: 353 })
  const id = sandbox.ids.facebook()
  const media = await receiveVideo(sandbox, account.id, id, bytes, await readDetails(call))
  if (params.published === 'false' || willNeverBeReady(call, media)) return { status: 200, body: { id } }
  return publishVideo(call, media, () => ({ id }))
}

/** A video that cannot be processed never becomes a post, whatever the answer was. */
const willNeverBeReady = ({ sandbox }: GraphCall, media: Media) =>
  media.failure !== undefined || (media.ready_at ?? 0) > sandbox.now() + 86_400_000

/** `POST /{video}`: publishes an unpublished video, once. */
export async function updateVideo(call: GraphCall): Promise<HttpReply> {
  const { sandbox, node, params } = call
  const media = sandbox.store.get('media', node)
  if (media?.kind !== 'video' || media.network !== 'facebook' || media.account !== call.account.id) {
    throw unreachableObject(node, call.request.method)
  }
  requireOwnPage({ ...call, node: call.account.id }, 'pages_manage_posts')
  if (params.published !== 'true' || media.used_by) {
    sandbox.store.put('media', { ...media, ...(await readDetails(call)) })
    return { status: 200, body: { success: true } }
  }
  sandbox.store.put('media', { ...media, attempted_at: sandbox.now() })
  if (media.failure !== undefined || (media.ready_at ?? 0) > sandbox.now()) {
    throw new GraphError({
      message: '(#100) The video is not ready to be published',
      code: 100,
      subcode: 1363136,
    })
  }
  return publishVideo(call, media, () => ({ success: true }))
}

/** A fault lets the video say for a while that nobody has published it. */
export function beginPublication({ sandbox, account }: GraphCall, media: Media): void {
  const late = sandbox.faults.take('publication', 'facebook', account.id)?.delay_ms
  if (late !== undefined) sandbox.store.put('media', { ...media, public_at: sandbox.now() + late })
}

/** A video's post has the id `{page id}_{video id}`. */
function publishVideo(
  call: GraphCall,
  media: Media,
  body: () => Record<string, unknown>,
): Promise<HttpReply> {
  const text = call.params.description ?? media.description ?? ''
  beginPublication(call, media)
  return publishPost(call, { id: `${call.account.id}_${media.id}`, text, media: [media] }, body)
}
