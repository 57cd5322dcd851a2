import { hasRoundRole } from '#domain/approvals/rounds.ts'
import type { ApprovalActionType } from '#domain/approvals/status.ts'
import { can, isAdmin } from '#domain/permissions/can.ts'
import { unsentStatuses } from '#domain/posts/status.ts'
import { move } from '#server/platform/db/move.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { readDigests } from './content.ts'
import type { LockedSocial } from './locks.ts'
import { type CurrentRound, type CurrentRounds, readCurrentRounds } from './rounds.ts'
import { masterNetworkOf } from './viewer.ts'

/** A post social as it was before the save, and what of its content the save changed (`text`, `media`, …). */
export type ContentChange = { readonly social: LockedSocial; readonly parts: readonly string[] }

/**
 * What one approval is about: the post social that its rounds run on, all those that its outcome holds for, and what changed in them.
 * With master content that is the whole post, else each post social by itself (document 3 "Master content").
 */
type Unit = {
  readonly holder: LockedSocial
  readonly members: readonly LockedSocial[]
  readonly changes: readonly ContentChange[]
  /** By post social id, of the content as it is now. */
  readonly digests: ReadonlyMap<number, string>
}

/**
 * After a save: content that was approved, is being approved or was cleared by skipping is no longer what somebody said yes to. An
 * editor who may decide the round is recorded as approving it anew; for anybody else the round is open again (document 3 "What was
 * approved is what goes out"). False: a round was decided meanwhile by a call that did not hold the post socials; a conflict.
 */
export const resetApprovalAfterEdit = async (
  call: ScopedCall,
  locked: readonly LockedSocial[],
  changes: readonly ContentChange[],
): Promise<boolean> => {
  const sent = changes.filter(({ social }) => !unsentStatuses.includes(social.status))
  if (sent.length === 0) return true
  const digests = await readDigests(
    call.tx,
    locked.map(social => social.id),
  )
  const isSkipped = ({ social }: ContentChange) => social.status === 'scheduled'
  const outcomes: boolean[] = []
  for (const change of sent.filter(isSkipped))
    outcomes.push(await resetSkippedApproval(call, change, digests))
  const asked = sent.filter(change => !isSkipped(change))
  for (const unit of await unitsOf(call, locked, asked, digests)) outcomes.push(await resetUnit(call, unit))
  return outcomes.every(Boolean)
}

/**
 * One unit for the master content and all that have no rounds of their own, one for each of the others. Some have their own beside a
 * master: they were sent before the project named its network.
 */
const unitsOf = async (
  { tx, scope }: ScopedCall,
  locked: readonly LockedSocial[],
  changes: readonly ContentChange[],
  digests: Unit['digests'],
): Promise<Unit[]> => {
  const master = locked.find(social => social.social_network === masterNetworkOf(scope))
  const alone: LockedSocial[] = []
  for (const social of locked)
    if (social !== master && (!master || hasRounds(await readCurrentRounds(tx, social.id))))
      alone.push(social)
  const units = alone.flatMap((holder): Unit[] => {
    const own = changes.filter(change => change.social.id === holder.id)
    return own.length > 0 ? [{ holder, members: [holder], changes: own, digests }] : []
  })
  const members = locked.filter(social => !alone.includes(social))
  const together = changes.filter(change => members.some(social => social.id === change.social.id))
  return master && together.length > 0
    ? [...units, { holder: master, members, changes: together, digests }]
    : units
}

const hasRounds = ({ approved, open }: CurrentRounds): boolean => open !== null || approved.length > 0

const resetUnit = async (call: ScopedCall, unit: Unit): Promise<boolean> => {
  const standing = await readCurrentRounds(call.tx, unit.holder.id)
  if (standing.open) return resetOpenRound(call, unit, standing.approved, standing.open)
  if (standing.approved.length > 0) return resetApprovedRounds(call, unit, standing)
  const outcomes: boolean[] = []
  for (const change of unit.changes) outcomes.push(await resetSkippedApproval(call, change, unit.digests))
  return outcomes.every(Boolean)
}

/** The round goes on with the new content: what was said to the old content does not count, an internal yes before it neither. */
const resetOpenRound = async (
  call: ScopedCall,
  unit: Unit,
  approved: readonly CurrentRound[],
  open: CurrentRound,
): Promise<boolean> => {
  const before = open.type === 'external' ? approved.filter(round => round.type === 'internal') : []
  const lacking = before.find(round => !hasRoundRole(call.scope, round.type))
  if (lacking) return reopenRound(call, unit, lacking, [open])
  for (const round of before) await reapprove(call, unit, round)
  const withdrawn = await clearStaleApprovals(call, unit, open)
  if (withdrawn > 0 || before.length > 0)
    await recordAction(call, unit, open, 'content_changed', 'Changed while in approval')
  return true
}

const resetApprovedRounds = async (
  call: ScopedCall,
  unit: Unit,
  { approved }: CurrentRounds,
): Promise<boolean> => {
  const changed = unit.changes.filter(({ social }) => unit.digests.get(social.id) !== social.cleared_digest)
  if (changed.length === 0) return true
  const lacking = approved.find(round => !hasRoundRole(call.scope, round.type))
  if (lacking)
    return reopenRound(
      call,
      unit,
      lacking,
      approved.filter(round => round.id > lacking.id),
    )
  for (const round of approved) await reapprove(call, unit, round)
  for (const { social } of changed) await clear(call, social.id, unit.digests.get(social.id) ?? null)
  return true
}

const clear = async ({ tx }: ScopedCall, postSocialId: number, digest: string | null): Promise<void> => {
  await tx
    .updateTable('post_socials')
    .set({ cleared_digest: digest })
    .where('id', '=', postSocialId)
    .execute()
}

/** The editor may decide this round, so their edit is their yes to the new content. */
const reapprove = async (call: ScopedCall, unit: Unit, round: CurrentRound): Promise<void> => {
  const yes = { decided_at: call.now, content_digest: unit.digests.get(unit.holder.id) ?? null }
  await call.tx
    .insertInto('approval_approvers')
    .values({ approval_id: round.id, user_id: call.person.userId, is_chosen: false, ...yes })
    .onConflict(clash => clash.columns(['approval_id', 'user_id']).doUpdateSet(yes))
    .execute()
  const type = isAdmin(call.scope) ? 'approved_by_admin' : 'approved'
  await recordAction(call, unit, round, type, 'Changed after approval')
}

/** Back to pending for this round; what came after it is void. Who was chosen to decide stays chosen. */
const reopenRound = async (
  call: ScopedCall,
  unit: Unit,
  round: CurrentRound,
  voided: readonly CurrentRound[],
): Promise<boolean> => {
  const { tx, now } = call
  const outcomes: boolean[] = []
  for (const { id } of voided)
    outcomes.push(await move(tx, 'approvals', id, 'superseded', { closed_at: now }))
  outcomes.push(await move(tx, 'approvals', round.id, 'reopened', { closed_at: null }))
  await clearApprovals(call, round.id)
  for (const member of unit.members) outcomes.push(await moveToPending(call, unit, member, round))
  await recordAction(call, unit, round, 'content_changed', 'Changed after approval')
  await call.emit({
    type: 'approval.reopened',
    postId: unit.holder.post_id,
    postSocialId: unit.holder.id,
    detail: { round: round.type, changed: describeChanges(unit) },
  })
  return outcomes.every(Boolean)
}

const events = { internal: 'internal_round_reopened', external: 'external_round_reopened' } as const

/** What waited for its time or for a person goes back; what failed or was to be published by hand only if it changed itself. */
const moveToPending = async (
  { tx, now }: ScopedCall,
  { changes }: Unit,
  { id, status }: LockedSocial,
  { type }: CurrentRound,
): Promise<boolean> => {
  const isStuck = status === 'pending_publish' || status === 'publishing_failed'
  if (isStuck && !changes.some(change => change.social.id === id)) return true
  if (!isStuck && status !== 'approved' && status !== 'pending_external_approval') return true
  if (isStuck && !(await move(tx, 'post_socials', id, 'approved_rescheduled'))) return false
  return move(tx, 'post_socials', id, events[type], {
    is_approved: false,
    cleared_digest: null,
    failure_reason: null,
    updated_at: now,
  })
}

/** Cleared without approval: whoever may skip keeps it so, with the new content; for anybody else it is a draft again. */
const resetSkippedApproval = async (
  call: ScopedCall,
  change: ContentChange,
  digests: ReadonlyMap<number, string>,
): Promise<boolean> => {
  const { tx, now } = call
  const { id, status, post_id } = change.social
  if (can(call.scope, 'post.skipApproval')) {
    await clear(call, id, digests.get(id) ?? null)
    return true
  }
  if (status !== 'scheduled' && !(await move(tx, 'post_socials', id, 'skipped_rescheduled'))) return false
  const withdrawn = await move(tx, 'post_socials', id, 'clearance_withdrawn', {
    cleared_digest: null,
    failure_reason: null,
    updated_at: now,
  })
  const unit: Unit = { holder: change.social, members: [change.social], changes: [change], digests }
  await recordAction(call, unit, null, 'content_changed', 'Changed after approval was skipped')
  await call.emit({
    type: 'approval.reopened',
    postId: post_id,
    postSocialId: id,
    detail: { changed: describeChanges(unit) },
  })
  return withdrawn
}

/** Takes back the yeses of an open round that were given to other content than the present one; how many. */
const clearStaleApprovals = async (call: ScopedCall, unit: Unit, open: CurrentRound): Promise<number> => {
  const isHolderAlone = unit.changes.every(change => change.social.id === unit.holder.id)
  const present = isHolderAlone ? (unit.digests.get(unit.holder.id) ?? null) : null
  return clearApprovals(call, open.id, present)
}

/** Chosen approvers are asked again; a yes of somebody who was not chosen is gone. `except`: the digest whose yeses still count. */
const clearApprovals = async (
  { tx }: ScopedCall,
  approvalId: number,
  except: string | null = null,
): Promise<number> => {
  const asked = await tx
    .updateTable('approval_approvers')
    .set({ decided_at: null, content_digest: null })
    .where('approval_id', '=', approvalId)
    .where('is_chosen', '=', true)
    .where('decided_at', 'is not', null)
    .$if(except !== null, query => query.where('content_digest', 'is distinct from', except))
    .executeTakeFirst()
  const gone = await tx
    .deleteFrom('approval_approvers')
    .where('approval_id', '=', approvalId)
    .where('is_chosen', '=', false)
    .$if(except !== null, query => query.where('content_digest', 'is distinct from', except))
    .executeTakeFirst()
  return Number(asked.numUpdatedRows) + Number(gone.numDeletedRows)
}

/** What changed, for the activity: `text, media`; with its network where the rounds run on another version. */
const describeChanges = ({ holder, changes }: Unit): string =>
  changes
    .map(({ social, parts }) =>
      social.id === holder.id ? parts.join(', ') : `${parts.join(', ')} (${social.social_network})`,
    )
    .join('; ')

const recordAction = async (
  { tx, person, now }: ScopedCall,
  unit: Unit,
  round: CurrentRound | null,
  type: ApprovalActionType,
  opening: string,
): Promise<void> => {
  await tx
    .insertInto('approval_actions')
    .values({
      approval_id: round?.id ?? null,
      post_social_id: unit.holder.id,
      project_id: unit.holder.project_id,
      round: round?.type ?? 'internal',
      type,
      message: `${opening}: ${describeChanges(unit)}`,
      created_by: person.userId,
      created_at: now,
    })
    .execute()
}
