import { followersOf, isLedByMaster, masterOf, openRound } from '#domain/approvals/rounds.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { ExternalStep } from '#domain/posts/model.ts'
import { type ApprovalType, approvalTypes } from '#domain/posts/status.ts'
import type { Schedule } from '#domain/schedules/model.ts'
import { type LockedSocial, lockPostSocials } from '#server/features/posts/locks.ts'
import { type Round, readRounds } from '#server/features/posts/rounds.ts'
import { readSchedules } from '#server/features/posts/schedules.ts'
import { masterNetworkOf } from '#server/features/posts/viewer.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

/** A post whose versions this transaction has locked, with everything that its approval depends on. */
export type LockedPost = {
  readonly id: number
  readonly socials: readonly LockedSocial[]
  readonly schedule: Schedule | null
  /** The rounds of each version, oldest first, by post social id. */
  readonly rounds: ReadonlyMap<number, readonly Round[]>
  readonly skipped: readonly ApprovalType[]
  /** Who was chosen in Send to approval, by kind of round. */
  readonly chosen: Readonly<Record<ApprovalType, readonly number[]>>
  /** Who of the client is asked after those. */
  readonly laterSteps: readonly ExternalStep[]
  /** The deadline that was chosen there; null: by the project's rule. */
  readonly deadlineAt: Date | null
  readonly masterNetwork: SocialNetwork | null
}

/** A locked post with the one version that the call names. */
export type LockedVersion = { readonly post: LockedPost; readonly social: LockedSocial }

/** The rounds that a version does not go through: those its post skips, and its own. */
export const skippedBy = (
  post: Pick<LockedPost, 'skipped'>,
  social: Pick<LockedSocial, 'skipped_approvals'>,
): ApprovalType[] =>
  approvalTypes.filter(type => post.skipped.includes(type) || social.skipped_approvals.includes(type))

/** Locks these posts, in the order of the ids; null when one no longer exists. */
export const lockPosts = async (
  tx: Tx,
  scope: ProjectScope,
  postIds: readonly number[],
): Promise<LockedPost[] | null> => {
  const socials = await lockPostSocials(tx, scope, postIds)
  if (!socials) return null
  const rows = await tx
    .selectFrom('posts')
    .select(['id', 'skipped_approvals', 'concrete_internal_approver', 'concrete_external_approver'])
    .select(['approval_deadline_at', 'external_steps'])
    .where('id', 'in', postIds)
    .execute()
  const schedules = await readSchedules(tx, postIds)
  const rounds = await readRounds(
    tx,
    socials.map(social => social.id),
  )
  const byId = new Map(
    rows.map((row): [number, LockedPost] => [
      row.id,
      {
        id: row.id,
        socials: socials.filter(social => social.post_id === row.id),
        schedule: schedules.get(row.id) ?? null,
        rounds,
        skipped: row.skipped_approvals,
        chosen: { internal: row.concrete_internal_approver, external: row.concrete_external_approver },
        laterSteps: row.external_steps,
        deadlineAt: row.approval_deadline_at,
        masterNetwork: masterNetworkOf(scope),
      },
    ]),
  )
  return postIds.flatMap(id => byId.get(id) ?? [])
}

/** Locks the post of this version; null when it no longer exists. */
export const lockPostOf = async (
  tx: Tx,
  scope: ProjectScope,
  postSocialId: number,
): Promise<LockedVersion | null> => {
  const found = await tx
    .selectFrom('post_socials')
    .select('post_id')
    .where('id', '=', postSocialId)
    .where('project_id', '=', scope.projectId)
    .executeTakeFirst()
  const [post] = (found && (await lockPosts(tx, scope, [found.post_id]))) ?? []
  const social = post?.socials.find(row => row.id === postSocialId)
  return post && social ? { post, social } : null
}

/** The rounds of one version, oldest first. */
export const roundsOf = (post: LockedPost, postSocialId: number): readonly Round[] =>
  post.rounds.get(postSocialId) ?? []

/** The open round of one version, or null; the database allows only one. */
export const openRoundOf = (post: LockedPost, postSocialId: number): Round | null =>
  openRound(roundsOf(post, postSocialId))

/** The latest round of a kind, or null: earlier ones are the history of earlier submissions. */
export const latestRoundOf = (post: LockedPost, postSocialId: number, type: ApprovalType): Round | null =>
  roundsOf(post, postSocialId).findLast(round => round.type === type) ?? null

/** Whether decisions about this version are made on another one, the master content. */
export const isLedByMasterIn = (post: LockedPost, postSocialId: number): boolean => {
  const master = masterOf(post.socials, post.masterNetwork)
  const withRounds = (id: number) => ({ id, rounds: roundsOf(post, id) })
  return isLedByMaster(withRounds(postSocialId), master && withRounds(master.id))
}

export const ledByMaster = fail('illegal_transition', {
  message: 'The approval of this post runs on its master content. Decide there.',
})

/** The other versions to which a decision on this one applies as well. */
export const followersIn = (post: LockedPost, social: LockedSocial): LockedSocial[] => {
  const withOpenRound = new Set(
    post.socials.filter(row => openRoundOf(post, row.id) !== null).map(row => row.id),
  )
  return followersOf(social, post.socials, { masterNetwork: post.masterNetwork, withOpenRound })
}
