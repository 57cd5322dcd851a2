import type { FastifyRequest } from 'fastify'
import { inspectPicture, keepPicture, mediaUrl } from '../media.ts'
import type { Media } from '../model.ts'
import type { Answer, Sandbox } from '../sandbox.ts'
import { authenticate, organizationUrn, ownOrganization, urnInPath } from './call.ts'
import { invalid, notFound } from './errors.ts'

const uploadLifeMs = 24 * 3_600_000
const processingMs = 300
const mostPixels = 36_152_320
const formats = ['jpeg', 'png', 'gif']

/** Registers an image and says where to put its bytes. */
export function initializeUpload(sandbox: Sandbox, request: FastifyRequest): Answer {
  const account = authenticate(sandbox, request)
  if ((request.query as Record<string, string>).action !== 'initializeUpload') {
    throw invalid('ILLEGAL_ARGUMENT', 'Resource method could not be resolved from request parameters.')
  }
  const body = request.body as { initializeUploadRequest?: { owner?: unknown } } | null
  ownOrganization(account, body?.initializeUploadRequest?.owner, 'images.ACTION_initializeUpload')
  const image = `urn:li:image:${sandbox.ids.linkedinImage()}`
  const waiting: Media = {
    ...{
      id: image,
      kind: 'image' as const,
      network: 'linkedin' as const,
      account: account.id,
      created_at: sandbox.now(),
    },
    ...{ mime: '', size: 0, width: 0, height: 0, sha256: '', file: '' },
  }
  sandbox.store.put('media', waiting)
  const value = {
    uploadUrlExpiresAt: sandbox.now() + uploadLifeMs,
    uploadUrl: `${sandbox.url()}/linkedin/dms-uploads/${encodeURIComponent(image)}/uploaded-image/0`,
    image,
  }
  return { status: 200, body: { value } }
}

/** Takes the whole file. Something that is no picture is accepted and fails in processing, as on the network. */
export async function receiveUpload(sandbox: Sandbox, request: FastifyRequest): Promise<Answer> {
  const account = authenticate(sandbox, request)
  const { urn = '' } = request.params as { urn?: string }
  const media = sandbox.store.get('media', urn)
  if (!media || media.account !== account.id) throw notFound('Upload not found')
  if (sandbox.now() - media.created_at > uploadLifeMs)
    throw invalid('EXPIRED_UPLOAD_URL', 'Upload URL has expired')
  const picture = Buffer.isBuffer(request.body) ? await inspectPicture(request.body) : undefined
  const usable = picture && formats.includes(picture.format) && picture.width * picture.height < mostPixels
  if (usable) {
    const owned = { id: urn, network: 'linkedin' as const, account: account.id }
    keepPicture(sandbox, { ...owned, picture }, sandbox.now() + processingMs)
  } else sandbox.store.put('media', { ...media, ready_at: sandbox.now() + processingMs })
  return { status: 201 }
}

export type ImageStatus = 'WAITING_UPLOAD' | 'PROCESSING' | 'AVAILABLE' | 'PROCESSING_FAILED'

export function imageStatus(media: Media, now: number): ImageStatus {
  if (media.ready_at === undefined) return 'WAITING_UPLOAD'
  if (now < media.ready_at) return 'PROCESSING'
  return media.file === '' ? 'PROCESSING_FAILED' : 'AVAILABLE'
}

export function readImage(sandbox: Sandbox, request: FastifyRequest): Answer {
  const account = authenticate(sandbox, request)
  const media = sandbox.store.get('media', urnInPath(request))
  if (!media || media.account !== account.id) throw notFound('Image not found')
  const status = imageStatus(media, sandbox.now())
  const download = {
    downloadUrl: mediaUrl(sandbox, media),
    downloadUrlExpiresAt: sandbox.now() + uploadLifeMs,
  }
  const body = {
    id: media.id,
    owner: organizationUrn(account),
    status,
    ...(status === 'AVAILABLE' && download),
  }
  return { status: 200, body }
}
