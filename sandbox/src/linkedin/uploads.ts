import type { FastifyRequest } from 'fastify'
import { mediaUrl } from '../platform/media.ts'
import type { Media, SandboxAccount } from '../platform/model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { authenticate, organizationUrn, ownMedia, processingFault, urnInPath } from './call.ts'
import { scopesFor } from './scopes.ts'

/** What images and videos have in common: they are registered, uploaded, and available after processing. */

export const uploadLifeMs = 24 * 3_600_000

export type MediaStatus = 'WAITING_UPLOAD' | 'PROCESSING' | 'AVAILABLE' | 'PROCESSING_FAILED'

export function mediaStatus(media: Media, now: number): MediaStatus {
  if (media.ready_at === undefined) return 'WAITING_UPLOAD'
  if (now < media.ready_at) return 'PROCESSING'
  return media.failure !== undefined || media.file === '' ? 'PROCESSING_FAILED' : 'AVAILABLE'
}

/** Stores an upload whose bytes have not arrived yet. */
export function registerUpload(
  sandbox: Sandbox,
  account: SandboxAccount,
  id: string,
  kind: Media['kind'],
): Media {
  const media: Media = {
    id,
    kind,
    network: 'linkedin',
    account: account.id,
    created_at: sandbox.now(),
    mime: '',
    size: 0,
    width: 0,
    height: 0,
    sha256: '',
    file: '',
  }
  sandbox.store.put('media', media)
  return media
}

/**
 * Completes an upload: `keep` stores the file, `failure` says why it cannot be used. A fault can make processing fail or never
 * end.
 */
export function completeUpload(
  sandbox: Sandbox,
  media: Media,
  work: { takesMs: number; failure: string | undefined; keep: (readyAt: number) => void },
): void {
  const fault = processingFault(sandbox, media.account)
  const readyAt = fault === 'processing_forever' ? Number.MAX_SAFE_INTEGER : sandbox.now() + work.takesMs
  const failure = fault === 'processing_failed' ? 'PROCESSING_FAILED' : work.failure
  if (failure === undefined) work.keep(readyAt)
  else sandbox.store.put('media', { ...media, ready_at: readyAt, failure })
}

/** Status and URL of an image or video. */
export function readMedia(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const caller = authenticate(sandbox, request, { scopes: scopesFor.uploads, resource: 'media.GET' })
  const media = ownMedia(sandbox, caller, urnInPath(request))
  const status = mediaStatus(media, sandbox.now())
  const isVideo = media.kind === 'video'
  const download = {
    downloadUrl: mediaUrl(sandbox, media),
    downloadUrlExpiresAt: sandbox.now() + uploadLifeMs,
    ...(media.thumbnail && { thumbnail: `${sandbox.url()}/media/${media.thumbnail}` }),
  }
  const body = {
    id: media.id,
    owner: organizationUrn({ id: media.account }),
    status,
    ...(isVideo && {
      duration: media.duration_ms,
      aspectRatioWidth: media.width,
      aspectRatioHeight: media.height,
    }),
    ...(status === 'PROCESSING_FAILED' && isVideo && { processingFailureReason: media.failure }),
    ...(status === 'AVAILABLE' && download),
  }
  return { status: 200, body }
}
