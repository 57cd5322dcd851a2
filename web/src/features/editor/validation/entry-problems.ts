import type { Problem } from '#domain/networks/model.ts'
import type { Post } from '#domain/posts/model.ts'
import { isOpenPost } from '#domain/posts/status.ts'
import { contentOfDraft } from '../draft/draft.ts'
import type { Entry } from '../draft/draft-entries.ts'
import type { ContentValidator } from './use-content-validator.ts'

const closed: readonly Entry['saved']['status'][] = ['live', 'on_publishing', 'deleted']

/** Whether a version can still be edited: not once it is published or being published. */
export const isWritable = ({ saved }: Entry, post: Pick<Post, 'status'>): boolean =>
  !closed.includes(saved.status) && isOpenPost(post.status)

/**
 * What the networks would refuse in the versions that can still be edited, by post social. The files of a version that is `uploading`
 * are judged when they have arrived: what it is used for waits for that.
 */
export const problemsOfEntries = (
  entries: readonly Entry[],
  post: Pick<Post, 'status'>,
  validator: ContentValidator | null,
  uploading: ReadonlySet<number>,
): ReadonlyMap<number, readonly Problem[]> =>
  new Map(
    entries.map(entry => [
      entry.saved.id,
      validator && isWritable(entry, post)
        ? validator
            .problemsOf(contentOfDraft(entry.saved.social_network, entry.draft))
            .filter(({ field }) => field !== 'media' || !uploading.has(entry.saved.id))
        : [],
    ]),
  )
