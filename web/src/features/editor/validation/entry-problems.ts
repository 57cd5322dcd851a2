import type { Problem } from '#domain/networks/model.ts'
import type { Post } from '#domain/posts/model.ts'
import { isClosedVersion, isOpenPost } from '#domain/posts/status.ts'
import type { Entry } from '../draft/draft-entries.ts'
import type { ContentValidator } from './use-content-validator.ts'

/** Whether a version can still be edited: not once it is published or being published. */
export const isWritable = ({ saved }: Pick<Entry, 'saved'>, post: Pick<Post, 'status'>): boolean =>
  !isClosedVersion(saved.status) && isOpenPost(post.status)

/** What the networks would refuse in a version. */
export type ProblemsOf = (entry: Entry) => readonly Problem[]

/**
 * What the networks would refuse in the versions that can still be edited. The files of a version that waits for uploads or
 * conversions are judged when they have ended: what it is used for waits for that.
 */
export const problemsOfEntries =
  (
    post: Pick<Post, 'status'>,
    validator: ContentValidator | null,
    isWaiting: (entry: Entry) => boolean,
  ): ProblemsOf =>
  entry => {
    if (!validator || !isWritable(entry, post)) return []
    const { social_network: network } = entry.saved
    const problems = validator.problemsOf(network, entry.draft)
    return isWaiting(entry) ? problems.filter(({ field }) => field !== 'media') : problems
  }

/** Whether nothing was written or added in a version that nobody has saved. */
export const isUntouched = ({ saved, draft }: Entry): boolean =>
  saved.status === 'temporary_draft' &&
  draft.message === '' &&
  draft.firstComment === '' &&
  draft.media.length === 0 &&
  draft.awaitedFiles.length === 0

/** Whether two lists say the same to a reader. */
export const sameProblems = (a: readonly Problem[], b: readonly Problem[]): boolean =>
  a.length === b.length &&
  a.every(({ code, index, text }, at) => {
    const other = b[at]
    return other?.code === code && other.index === index && other.text === text
  })
