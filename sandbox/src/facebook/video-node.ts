import { graphTime } from '../meta/paging.ts'
import { mediaUrl } from '../platform/media.ts'
import type { Media, Upload } from '../platform/model.ts'
import { permalink, type Sandbox } from '../platform/sandbox.ts'
import { receivedBytes } from './uploads.ts'

type Phase = 'not_started' | 'in_progress' | 'complete' | 'error'

/** A video, or one that is still being uploaded. `bytes_transfered` is misspelt on the real network, too. */
export function videoNode(sandbox: Sandbox, { media, upload }: { media?: Media; upload?: Upload }) {
  if (upload) {
    const uploading = { status: 'in_progress', bytes_transfered: receivedBytes(upload) }
    const rest = { processing_phase: { status: 'not_started' }, publishing_phase: { status: 'not_started' } }
    return {
      id: upload.media,
      published: false,
      status: { video_status: 'processing', uploading_phase: uploading, ...rest },
    }
  }
  if (!media) return {}
  const used = media.used_by === undefined ? undefined : sandbox.store.get('post', media.used_by)
  const isReady = (media.ready_at ?? 0) <= sandbox.now()
  // Only a video that is processed is public.
  const post = isReady && !isLate(sandbox, media) ? used : undefined
  return {
    id: media.id,
    title: media.title,
    description: used?.text ?? media.description,
    created_time: graphTime(media.created_at),
    updated_time: graphTime(used?.created_at ?? media.created_at),
    length: (media.duration_ms ?? 0) / 1000,
    source: mediaUrl(sandbox, media),
    picture: media.thumbnail && `${sandbox.url()}/media/${media.thumbnail}`,
    content_tags: media.content_tags,
    published: post !== undefined,
    post_id: post?.id,
    permalink_url: isStuck(media) ? `/reel/${media.id}/` : post && permalink(sandbox, post),
    status: statusOf(sandbox, media, isLate(sandbox, media) ? undefined : used?.created_at),
  }
}

const isLate = (sandbox: Sandbox, { public_at: begins = 0 }: Media): boolean => begins > sandbox.now()

/** What was sent to `videos` and is higher than wide. */
const isStuck = ({ edge, width, height }: Media): boolean => edge === 'videos' && height > width

function statusOf(sandbox: Sandbox, media: Media, publishedAt: number | undefined) {
  const isReady = (media.ready_at ?? 0) <= sandbox.now()
  const failed = media.failure !== undefined && isReady
  const processing: Phase = failed ? 'error' : isReady ? 'complete' : 'in_progress'
  return {
    video_status: isStuck(media) ? 'uploading' : failed ? 'error' : isReady ? 'ready' : 'processing',
    uploading_phase: { status: isStuck(media) ? 'in_progress' : 'complete', bytes_transfered: media.size },
    processing_phase: { status: processing, ...(failed && { error: { message: media.failure } }) },
    publishing_phase:
      publishedAt === undefined || !isReady
        ? { status: publishedAt === undefined ? 'not_started' : 'in_progress' }
        : {
            status: 'complete',
            publish_status: 'published',
            publish_time: Math.floor(publishedAt / 1000),
          },
  }
}
