import { awaitedNames } from '#domain/approvals/awaited-approvers.ts'
import { openRound } from '#domain/approvals/rounds.ts'
import type { ProjectUser } from '#domain/projects/model.ts'
import { readRounds } from '#server/features/posts/rounds.ts'
import type { Reader } from '#server/platform/db/database.ts'

/**
 * Whom these posts wait for, by post: a sentence for each group of people that one of its versions waits for. Names the agency's own people:
 * not for clients.
 */
export const readWaitingFor = async (
  ...posts: Parameters<typeof readAwaited>
): Promise<ReadonlyMap<number, readonly string[]>> =>
  new Map(
    [...(await readAwaited(...posts))].map(([postId, names]) => [
      postId,
      names.map(each => `Waiting for ${each}.`),
    ]),
  )

/** The same without the words around the names. */
export const readAwaited = async (
  db: Reader,
  postIds: readonly number[],
  people: readonly ProjectUser[],
): Promise<ReadonlyMap<number, readonly string[]>> => {
  const open = await readOpenRounds(db, postIds)
  return new Map(
    [...Map.groupBy(open, ({ postId }) => postId)].map(([postId, own]) => [
      postId,
      [...new Set(own.map(({ round }) => awaitedNames(round, people)))].filter(names => names !== ''),
    ]),
  )
}

/** Whether one of these posts waits for this external approver. */
export const isExternalRoundOpenFor = async (
  db: Reader,
  userId: number,
  postIds: readonly number[],
): Promise<boolean> =>
  (await readOpenRounds(db, postIds)).some(
    ({ round: { type, approvers } }) =>
      type === 'external' &&
      (approvers.length === 0 || approvers.some(({ id, has_approved }) => id === userId && !has_approved)),
  )

const readOpenRounds = async (db: Reader, postIds: readonly number[]) => {
  if (postIds.length === 0) return []
  const versions = await db
    .selectFrom('post_socials')
    .select(['id', 'post_id'])
    .where('post_id', 'in', postIds)
    .orderBy('id')
    .execute()
  const rounds = await readRounds(
    db,
    versions.map(({ id }) => id),
  )
  return versions.flatMap(({ id, post_id }) => {
    const round = openRound(rounds.get(id) ?? [])
    return round ? [{ postId: post_id, round }] : []
  })
}
