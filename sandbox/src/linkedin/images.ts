import type { FastifyRequest } from 'fastify'
import { inspectPicture, type Picture, storePicture } from '../platform/media.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { imageFields, refuseUnknownFields } from './body-fields.ts'
import { authenticate, failIfUploadsDown, ownMedia, ownOrganization, queryOf, urnInPath } from './call.ts'
import { invalid } from './errors.ts'
import { logoOf } from './organizations.ts'
import { scopesFor } from './scopes.ts'
import { completeUpload, readMedia, registerUpload, uploadLifeMs } from './uploads.ts'

const processingMs = 300
const mostPixels = 36_152_320
const mostFrames = 250
const formats = ['jpeg', 'png', 'gif']

/** Registers an image and returns its upload URL. */
export function initializeImage(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const resource = 'images.ACTION_initializeUpload'
  const caller = authenticate(sandbox, request, { scopes: scopesFor.writing, resource })
  if (queryOf(request).action !== 'initializeUpload') {
    throw invalid('ILLEGAL_ARGUMENT', 'Resource method could not be resolved from request parameters.')
  }
  refuseUnknownFields(request.body, imageFields)
  const body = request.body as { initializeUploadRequest?: { owner?: unknown } } | null
  const account = ownOrganization(sandbox, caller, body?.initializeUploadRequest?.owner, resource)
  failIfUploadsDown(sandbox, account)
  const image = `urn:li:image:${sandbox.ids.linkedinImage()}`
  registerUpload(sandbox, account, image, 'image')
  const value = {
    uploadUrlExpiresAt: sandbox.now() + uploadLifeMs,
    uploadUrl: `${sandbox.url()}/linkedin/dms-uploads/${encodeURIComponent(image)}/uploaded-image/0`,
    image,
  }
  return { status: 200, body: { value } }
}

/** Whether LinkedIn can process such a picture. */
export const isAcceptedImage = ({ format, width, height, frames }: Picture): boolean =>
  formats.includes(format) && width * height < mostPixels && frames <= mostFrames

/** Receives the whole file. A file that is not an image is accepted and fails in processing, as on the network. */
export async function receiveImage(sandbox: Sandbox, request: FastifyRequest): Promise<HttpReply> {
  const media = ownMedia(sandbox, authenticate(sandbox, request), urnInPath(request))
  if (sandbox.now() - media.created_at > uploadLifeMs)
    throw invalid('EXPIRED_UPLOAD_URL', 'Upload URL has expired')
  const picture = Buffer.isBuffer(request.body) ? await inspectPicture(request.body) : undefined
  completeUpload(sandbox, media, {
    takesMs: processingMs,
    failure: picture && isAcceptedImage(picture) ? undefined : 'UNSUPPORTED_IMAGE',
    keep: readyAt => {
      const owned = { id: media.id, network: 'linkedin' as const, account: media.account }
      if (picture) storePicture(sandbox, { ...owned, picture }, readyAt)
    },
  })
  return { status: 201 }
}

/** Reads an uploaded image or a page's logo. */
export function readImage(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const logo = logoOf(sandbox, urnInPath(request))
  if (!logo) return readMedia(sandbox, request)
  authenticate(sandbox, request, { scopes: scopesFor.organizations, resource: 'images.GET' })
  return { status: 200, body: logo }
}
