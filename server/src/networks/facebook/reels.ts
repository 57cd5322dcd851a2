import { z } from 'zod'
import type {
  Outcome,
  Picture,
  PostContent,
  Preparation,
  PublishTask,
} from '#server/networks/network-adapter.ts'
import { answeredAt, isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import { StoredFileMissing } from '#server/platform/storage/storage.ts'
import type { Graph } from '../meta/graph.ts'
import { notSent, rejected } from '../outcomes.ts'
import { markMentions } from './mentions.ts'
import { safePicture } from './photos.ts'
import { uploadFailure } from './upload-state.ts'
import { uploadVideo } from './video-bytes.ts'
import { afterPublishing, keys } from './videos.ts'

const route = { edge: 'video_reels', keys: { id: keys.id, url: 'video_upload_url' } } as const
const COVER = 'video_cover'

/**
 * Whether a video goes out as a reel: sent as a video, one that is higher than wide would be taken and never shown
 * (docs/product/facebook.md "Videos").
 */
export const isReel = ({ media: [video] }: PostContent): boolean =>
  (video?.height ?? 0) > (video?.width ?? Number.POSITIVE_INFINITY)

/** Uploads a reel, which is invisible until it is finished, and its cover. */
export const prepareReel = async (api: Graph, task: PublishTask): Promise<Preparation> => {
  for (const step of [waitForQuota, sendVideo, sendCover]) {
    const preparation = await step(api, task)
    if (preparation.kind !== 'ready') return preparation
  }
  return ready
}

type Step = (api: Graph, task: PublishTask) => Promise<Preparation>
const ready: Preparation = { kind: 'ready' }
const reelsOf = ({ account }: PublishTask) => `${account.externalId}/video_reels`

/** Facebook takes so many reels of a page by the API in moving 24 hours. */
const REELS_A_DAY = 30
const DAY_MS = 24 * 3_600_000
const reels = z.object({ data: z.array(z.object({ updated_time: z.string() })) })

/** Those that people made in the app are listed as well, so the last of thirty may wait without need, but none is refused. */
const waitForQuota: Step = async (api, task) => {
  if (task.firstSentAt !== null) return ready
  const query = { fields: 'id,updated_time', limit: String(REELS_A_DAY) }
  const reply = await api.get(task.account, reelsOf(task), query)
  const listed = isOk(reply) ? parseBody(reply, reels) : null
  // Facebook itself refuses the next one, so a list that cannot be read keeps nothing back.
  if (!listed || reply.kind !== 'answered') return ready
  const oldest = listed.data[REELS_A_DAY - 1]
  const leftMs = oldest ? Date.parse(oldest.updated_time) + DAY_MS - answeredAt(reply) : 0
  if (!(leftMs > 0)) return ready
  const text = `The page has ${REELS_A_DAY} reels of the last 24 hours, as many as Facebook takes.`
  return { ...notSent(text, leftMs), reason: 'limit_reached' }
}

const sendVideo: Step = (api, task) => uploadVideo(api, task, route)

/** A cover that Facebook refuses keeps no reel back: Facebook then takes a picture of the video. */
const sendCover: Step = async (api, task) => {
  const { account, content, prepared, savePrepared } = task
  const thumbnail = content.media[0]?.thumbnail
  if (!thumbnail || prepared[COVER] || task.firstSentAt !== null) return ready
  const cover = await coverOf(thumbnail)
  if (cover === 'missing') return rejected('The thumbnail could not be read.', { reason: 'media_missing' })
  if (!cover) return ready
  const form = new FormData()
  form.set('is_preferred', 'true')
  form.set('source', cover, 'cover')
  const reply = await api.post(account, `${prepared[keys.id]}/thumbnails`, form)
  const failure = isOk(reply) ? ready : uploadFailure(reply)
  if (failure.kind !== 'ready' && failure.kind !== 'rejected') return failure
  await savePrepared({ [COVER]: isOk(reply) ? 'sent' : 'refused' })
  return ready
}

const coverOf = async (thumbnail: Picture): Promise<Blob | null | 'missing'> => {
  try {
    return await safePicture(thumbnail)
  } catch (error) {
    if (error instanceof StoredFileMissing) return 'missing'
    throw error
  }
}

/** The one call that makes the reel public. A second one would be about the same video, so there is never a second reel. */
export const publishReel = async (api: Graph, task: PublishTask, timeoutMs: number): Promise<Outcome> => {
  const { content, prepared } = task
  const form = {
    upload_phase: 'finish',
    video_id: prepared[keys.id] ?? '',
    video_state: 'PUBLISHED',
    description: markMentions(content.message, content.mentions),
    ...(content.media[0]?.title ? { title: content.media[0].title } : {}),
  }
  return afterPublishing(task, await api.post(task.account, reelsOf(task), form, timeoutMs))
}
