import { maySeeRound } from '#domain/approvals/rounds.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import type { Post } from '#domain/posts/model.ts'
import { approvalTypes } from '#domain/posts/status.ts'
import { readDigests } from '#server/features/posts/content.ts'
import { answerPost } from '#server/features/posts/posts.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedContext } from '#server/platform/http/route.ts'
import {
  type EditedContent,
  type ReviewedContent,
  readEditedContents,
  readReviewedContents,
  type Snapshot,
  snapshotAt,
  snapshotOf,
} from './snapshots.ts'

/** A post with what its versions have said, as far as the caller may see it: a client as it was sent to them, and no edit. */
export type SeenSnapshots = {
  readonly post: Post
  readonly present: Snapshot
  readonly edits: readonly EditedContent[]
  readonly reviewed: readonly ReviewedContent[]
}

export const readSeenSnapshots = async (
  db: Reader,
  call: ScopedContext,
  postId: number,
  now: Date,
): Promise<SeenSnapshots | Failure<'not_found'>> => {
  const post = await answerPost(db, call, postId, now)
  if (isFailure(post)) return post
  const ids = post.post_socials.map(({ id }) => id)
  const rounds = approvalTypes.filter(type => maySeeRound(call.scope, type))
  return {
    post,
    present: await readDigests(db, ids),
    edits: maySeeRound(call.scope, 'internal') ? await readEditedContents(db, ids) : [],
    reviewed: await readReviewedContents(db, ids, rounds),
  }
}

type NamedSnapshot = { readonly snapshot: Snapshot /** Null: now. */; readonly at: Date | null }

/** The snapshot with this id and its moment, or `not_found`: also if it is not the caller's to see. */
export const findSnapshot = async (
  db: Reader,
  { present, edits, reviewed }: SeenSnapshots,
  id: string,
): Promise<NamedSnapshot | Failure<'not_found'>> => {
  if (id === 'now') return { snapshot: present, at: null }
  const number = Number(id.slice(1))
  if (id.startsWith('s')) {
    const entry = reviewed.find(({ actionId }) => actionId === number)
    return entry ? { snapshot: snapshotOf(reviewed, number), at: entry.createdAt } : fail('not_found')
  }
  if (edits.every(({ editId }) => editId !== number)) return fail('not_found')
  const side = id.startsWith('e') ? 'after' : 'before'
  const edit = await db
    .selectFrom('post_edits')
    .select('saved_at')
    .where('id', '=', number)
    .executeTakeFirstOrThrow()
  return { snapshot: snapshotAt(edits, { editId: number, side }, present), at: edit.saved_at }
}
