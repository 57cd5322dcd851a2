import { z } from 'zod'
import type { Outcome, Preparation, PublishTask } from '#server/networks/network-adapter.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import { graphOutcome } from '../meta/errors.ts'
import type { Graph } from '../meta/graph.ts'
import { outcomeOf, unknown } from '../outcomes.ts'
import { photoKey } from './photos.ts'
import { uploadVideo } from './video-bytes.ts'

const keys = { id: 'story_video_id', url: 'story_upload_url' } as const

/** Uploads the video, and waits until it is processed (docs/product/facebook.md "Stories"). */
export const prepareVideoStory = (api: Graph, task: PublishTask): Promise<Preparation> =>
  uploadVideo(api, task, { edge: 'video_stories', keys })

const published = z.object({ success: z.literal(true), post_id: z.string().min(1) })

/** The irreversible call that makes a story public. */
export const publishStory = async (
  api: Graph,
  { account, content, prepared }: PublishTask,
  timeoutMs: number,
): Promise<Outcome> => {
  const [edge, form] =
    content.type === 'photo_story'
      ? ['photo_stories', { photo_id: prepared[photoKey(0)] ?? '' }]
      : ['video_stories', { upload_phase: 'finish', video_id: prepared[keys.id] ?? '' }]
  const reply = await api.post(account, `${account.externalId}/${edge}`, form, timeoutMs)
  return outcomeOf(reply, answer => {
    if (!isOk(answer)) return graphOutcome(answer)
    const story = parseBody(answer, published)
    return story
      ? { kind: 'published', externalId: story.post_id, permalink: null, response: answer.text }
      : unknown(answer.text)
  })
}

/** The uploaded photo or video of a story, by which a look-up finds it. */
export const storyMediaId = ({ content, prepared }: PublishTask): string | undefined =>
  content.type === 'photo_story' ? prepared[photoKey(0)] : prepared[keys.id]
