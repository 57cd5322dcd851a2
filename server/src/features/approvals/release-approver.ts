import { sql } from 'kysely'
import { isRoundApproved } from '#domain/approvals/rounds.ts'
import { isSettingOn } from '#domain/permissions/settings.ts'
import { getDigest } from '#server/features/posts/content.ts'
import { listPeople } from '#server/features/projects/people.ts'
import { isPlannedWith } from '#server/features/projects/planned-approvers.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { type LockedPost, lockPosts, openRoundOf } from './locked-post.ts'
import { readApprovers } from './round-approvers.ts'
import { closeRoundAsApproved } from './rounds.ts'

/**
 * Takes this person out of the open rounds and plans of the project (decision 14). An open round that others were chosen for as well
 * is then up to them alone, and closes if all of them have approved the current content. A round that only this person was chosen for
 * becomes open to any approver of its kind. What the person has decided stays in the history.
 */
export const releaseApprover = (
  tx: Tx,
  scope: ProjectScope,
  { userId, now }: { userId: number; now: Date },
): Promise<void> => releaseApprovers(tx, scope, { userIds: [userId], now })

/**
 * The same for several at once: a round of which nobody is left becomes open to any approver of its kind, whoever of them had approved. One
 * after the other, the last of them would be the only one chosen, and could close it.
 */
export const releaseApprovers = async (
  tx: Tx,
  scope: ProjectScope,
  { userIds, now }: { readonly userIds: readonly number[]; readonly now: Date },
): Promise<void> => {
  const ids = [...userIds]
  const postIds = await listPostsInOpenRounds(tx, scope, ids)
  const lock = async () => (postIds.length > 0 ? await lockPosts(tx, scope, postIds) : null) ?? []
  await lock()
  await tx
    .deleteFrom('approval_approvers')
    .using('approvals')
    .whereRef('approvals.id', '=', 'approval_approvers.approval_id')
    .where('approvals.project_id', '=', scope.projectId)
    .where('approvals.status', '=', 'open')
    .where('approval_approvers.user_id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  await tx
    .updateTable('posts')
    .set({
      concrete_internal_approver: without('concrete_internal_approver', ids),
      concrete_external_approver: without('concrete_external_approver', ids),
      external_steps: stepsWithout(ids),
    })
    .where('project_id', '=', scope.projectId)
    .where(isPlannedWith(ids))
    .execute()
  // Read again: their rounds and plans have changed.
  for (const post of await lock()) await closeCompletedRounds(tx, scope, post, now)
}

/** The chosen people of a plan, in their order, without these. */
const without = (column: string, ids: readonly number[]) => sql<number[]>`array(
  select x.id from unnest(${sql.ref(column)}) with ordinality as x (id, place)
  where x.id <> all(${[...ids]}::bigint[]) order by x.place)`

/** Steps of which nobody is left stay: as with a round, whoever approves for the client is asked. */
const stepsWithout = (ids: readonly number[]) => sql<never>`(
  select coalesce(jsonb_agg(jsonb_set(s.step, '{approvers}', (
    select coalesce(jsonb_agg(x.id order by x.place), '[]')
    from jsonb_array_elements(s.step->'approvers') with ordinality as x (id, place)
    where x.id::bigint <> all(${[...ids]}::bigint[]))) order by s.place), '[]')
  from jsonb_array_elements(external_steps) with ordinality as s (step, place))`

/** The posts with these people in an open round; their versions are locked first, as everywhere. */
const listPostsInOpenRounds = async (
  tx: Tx,
  scope: ProjectScope,
  userIds: readonly number[],
): Promise<number[]> => {
  const rows = await tx
    .selectFrom('approval_approvers as v')
    .innerJoin('approvals as a', 'a.id', 'v.approval_id')
    .innerJoin('post_socials as s', 's.id', 'a.post_social_id')
    .innerJoin('posts as p', 'p.id', 's.post_id')
    .select('p.id')
    .distinct()
    .where('a.project_id', '=', scope.projectId)
    .where('a.status', '=', 'open')
    .where('v.user_id', '=', sql<number>`any(${[...userIds]}::bigint[])`)
    .where('p.deleted_at', 'is', null)
    .orderBy('p.id')
    .execute()
  return rows.map(row => row.id)
}

const closeCompletedRounds = async (
  tx: Tx,
  scope: ProjectScope,
  post: LockedPost,
  now: Date,
): Promise<void> => {
  const isSingleRound = isSettingOn(scope.settings, 'single-round-internal-approve')
  for (const social of post.socials) {
    const round = openRoundOf(post, social.id)
    if (!round) continue
    const approvers = await readApprovers(tx, round.id)
    const digest = await getDigest(tx, social.id)
    const isComplete =
      approvers.some(approver => approver.isChosen) &&
      isRoundApproved({ type: round.type, approvers, digest }, { isSingleRound, byAdmin: false })
    // The URLs of the people's avatars are not used here.
    if (isComplete)
      await closeRoundAsApproved(
        { tx, scope, now, personId: null },
        { post, social, round },
        await listPeople(tx, scope, ''),
      )
  }
}
