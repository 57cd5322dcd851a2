import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { inspectPicture } from '../platform/media.ts'
import type { Upload } from '../platform/model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { inspectVideo, storeVideo, type Video } from '../platform/video.ts'
import { decoders, refusalOf } from '../platform/video-refusals.ts'
import { refuseUnknownFields, videoFields } from './body-fields.ts'
import { authenticate, failIfUploadsDown, ownMedia, ownOrganization, queryOf, urnInPath } from './call.ts'
import { invalid, notFound } from './errors.ts'
import { scopesFor } from './scopes.ts'
import { completeUpload, registerUpload, uploadLifeMs } from './uploads.ts'

const partBytes = 4 * 1024 * 1024
const processingMs = 600
const { bytes: mostBytes, leastBytes } = decoders.linkedin

/** `POST /rest/videos?action=…`. */
export async function initializeOrFinalizeVideo(
  sandbox: Sandbox,
  request: FastifyRequest,
): Promise<HttpReply> {
  refuseUnknownFields(request.body, videoFields)
  const { action } = queryOf(request)
  if (action === 'initializeUpload') return initializeVideo(sandbox, request)
  if (action === 'finalizeUpload') return finalizeVideo(sandbox, request)
  throw invalid('ILLEGAL_ARGUMENT', 'Resource method could not be resolved from request parameters.')
}

type Initialize = {
  initializeUploadRequest?: { owner?: unknown; fileSizeBytes?: unknown; uploadThumbnail?: unknown }
}

/** Registers a video and returns an upload URL for each of its parts. */
function initializeVideo(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const resource = 'videos.ACTION_initializeUpload'
  const caller = authenticate(sandbox, request, { scopes: scopesFor.writing, resource })
  const wanted = (request.body as Initialize | null)?.initializeUploadRequest ?? {}
  const account = ownOrganization(sandbox, caller, wanted.owner, resource)
  const size = Number(wanted.fileSizeBytes)
  if (!Number.isInteger(size) || size < leastBytes || size > mostBytes) {
    throw invalid('INVALID_VALUE_FOR_FIELD', '/initializeUploadRequest/fileSizeBytes :: is not a valid size')
  }
  failIfUploadsDown(sandbox, account)
  const video = `urn:li:video:${sandbox.ids.linkedinVideo()}`
  const { created_at } = registerUpload(sandbox, account, video, 'video')
  const owned = { network: 'linkedin' as const, account: account.id, created_at }
  sandbox.store.put('upload', { id: video, ...owned, media: video, mime: '', size, parts: [] })
  const address = `${sandbox.url()}/linkedin/dms-uploads/${encodeURIComponent(video)}`
  const value = {
    uploadUrlsExpireAt: sandbox.now() + uploadLifeMs,
    video,
    uploadToken: '',
    uploadInstructions: partsOf(size).map((part, index) => ({
      uploadUrl: `${address}/uploaded-video/${index}`,
      ...part,
    })),
    ...(wanted.uploadThumbnail === true && { thumbnailUploadUrl: `${address}/video-thumbnail` }),
  }
  return { status: 200, body: { value } }
}

function partsOf(size: number): { firstByte: number; lastByte: number }[] {
  return Array.from({ length: Math.ceil(size / partBytes) }, (_, index) => ({
    firstByte: index * partBytes,
    lastByte: Math.min((index + 1) * partBytes, size) - 1,
  }))
}

function openUpload(sandbox: Sandbox, request: FastifyRequest): Upload {
  const upload = sandbox.store.get('upload', urnInPath(request))
  if (upload?.network !== 'linkedin') throw notFound('Upload not found')
  if (sandbox.now() - upload.created_at > uploadLifeMs)
    throw invalid('EXPIRED_UPLOAD_URL', 'Upload URL has expired')
  return upload
}

/** Receives one part of exactly the announced size. The URL itself is the permission. */
export function receivePart(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const upload = openUpload(sandbox, request)
  const index = Number((request.params as { index?: string }).index)
  const part = partsOf(upload.size)[index]
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  if (!part || bytes.length !== part.lastByte - part.firstByte + 1) {
    throw invalid('INVALID_VALUE_FOR_FIELD', `Part ${index} has ${bytes.length} bytes, which was not agreed`)
  }
  const etag = createHash('sha256').update(`${upload.id}/${index}/`).update(bytes).digest('hex')
  const file = `${sandbox.ids.file()}.part`
  sandbox.store.writeFile(file, bytes)
  const others = upload.parts.filter(each => each.index !== index)
  const parts = [...others, { index, first: part.firstByte, size: bytes.length, etag, file }]
  sandbox.store.put('upload', { ...upload, parts })
  return { status: 200, headers: { etag: `"${etag}"` } }
}

/** Receives the video's thumbnail. */
export async function receiveThumbnail(sandbox: Sandbox, request: FastifyRequest): Promise<HttpReply> {
  const upload = openUpload(sandbox, request)
  const picture = Buffer.isBuffer(request.body) ? await inspectPicture(request.body) : undefined
  if (!picture) throw invalid('INVALID_VALUE_FOR_FIELD', 'The thumbnail is no picture')
  const file = `${sandbox.ids.file()}.${picture.format}`
  sandbox.store.writeFile(file, picture.bytes)
  const media = sandbox.store.get('media', upload.media)
  if (media) sandbox.store.put('media', { ...media, thumbnail: file })
  return { status: 201 }
}

type Finalize = {
  finalizeUploadRequest?: { video?: unknown; uploadToken?: unknown; uploadedPartIds?: unknown }
}

/** Assembles the parts, if all have arrived and are named in order. */
async function finalizeVideo(sandbox: Sandbox, request: FastifyRequest): Promise<HttpReply> {
  const resource = 'videos.ACTION_finalizeUpload'
  const caller = authenticate(sandbox, request, { scopes: scopesFor.writing, resource })
  const wanted = (request.body as Finalize | null)?.finalizeUploadRequest ?? {}
  const media = ownMedia(sandbox, caller, String(wanted.video))
  const upload = sandbox.store.get('upload', media.id)
  if (!upload) throw invalid('INVALID_VIDEO_ID', `${media.id} is not a video that is being uploaded`)
  if (upload.finished_at !== undefined) return { status: 200 }
  const parts = upload.parts.toSorted((a, b) => a.index - b.index)
  const isWhole = parts.length === partsOf(upload.size).length
  const named = Array.isArray(wanted.uploadedPartIds) ? wanted.uploadedPartIds : []
  if (!isWhole || named.join() !== parts.map(({ etag }) => etag).join()) {
    throw invalid(
      'INVALID_VALUE_FOR_FIELD',
      '/finalizeUploadRequest/uploadedPartIds :: are not the parts in their order',
    )
  }
  sandbox.store.put('upload', { ...upload, finished_at: sandbox.now() })
  const bytes = Buffer.concat(parts.map(({ file }) => sandbox.store.readFile(file) ?? Buffer.alloc(0)))
  const video = await inspectVideo(bytes)
  completeUpload(sandbox, media, {
    takesMs: processingMs,
    failure: findFailure(video),
    keep: readyAt => {
      const { id, account, thumbnail } = sandbox.store.get('media', media.id) ?? media
      const owned = { id, network: 'linkedin' as const, account, ...(thumbnail && { thumbnail }) }
      if (video) storeVideo(sandbox, { ...owned, video }, readyAt)
    },
  })
  return { status: 200 }
}

function findFailure(video: Video | undefined): string | undefined {
  if (video?.mime !== 'video/mp4') return 'UNSUPPORTED_FORMAT'
  const refusal = refusalOf(video, decoders.linkedin)
  return refusal?.startsWith('duration') ? 'INVALID_DURATION' : refusal && 'UNSUPPORTED_FORMAT'
}
