import { hasRoundRole } from '#domain/approvals/rounds.ts'
import { type ApprovalActionType, approvalLifecycle } from '#domain/approvals/status.ts'
import { isWithdrawal } from '#domain/approvals/withdrawal.ts'
import { can, isAdmin } from '#domain/permissions/can.ts'
import { postSocialLifecycle, unsentStatuses } from '#domain/posts/status.ts'
import { digestIn, readDigests } from '#server/features/posts/content.ts'
import type { LockedSocial } from '#server/features/posts/locks.ts'
import { type CurrentRound, type CurrentRounds, readCurrentRounds } from '#server/features/posts/rounds.ts'
import { masterNetworkOf } from '#server/features/posts/viewer.ts'
import { move } from '#server/platform/db/move.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { contextOf, recordAction } from './history.ts'
import { keepWithdrawn, readApprovalState, restoreApprovals } from './withdrawn-approvals.ts'

/** A post social as it was before the save, and which parts of its content the save changed (`text`, `media`, …). */
export type ContentChange = { readonly social: LockedSocial; readonly parts: readonly string[] }

/**
 * The unit of one approval: the post social that has its rounds, all those that share its outcome, and what changed in them. With
 * master content that is the whole post, otherwise each post social by itself (docs/product/approvals.md "Master content").
 */
type Unit = {
  readonly carrier: LockedSocial
  readonly members: readonly LockedSocial[]
  readonly changes: readonly ContentChange[]
  /** The digests of the current content, by post social id. */
  readonly digests: ReadonlyMap<number, string>
  /** Those before the save. */
  readonly before: ReadonlyMap<number, string>
}

/**
 * After a save, content that was approved, is in approval or was cleared by skipping is no longer what people approved. If the editor
 * may decide the round, the edit is recorded as a new approval; otherwise the round opens again (docs/product/approvals.md "Changes
 * after approval"). False: a call that had not locked the post socials decided a round in the meantime, which is a conflict.
 */
export const resetApprovalAfterEdit = async (
  call: ScopedCall,
  locked: readonly LockedSocial[],
  changes: readonly ContentChange[],
  /** What the saved versions said before, by post social id. */
  contentsBefore: ReadonlyMap<number, { readonly digest: string }>,
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
  const decided = sent.filter(change => !isSkipped(change))
  const before = new Map([...digests].map(([id, digest]) => [id, contentsBefore.get(id)?.digest ?? digest]))
  for (const unit of await unitsOf(call, locked, decided, { digests, before }))
    outcomes.push(await resetUnit(call, unit))
  return outcomes.every(Boolean)
}

/**
 * One unit for the master content and all versions without rounds of their own, and one for each other version. A version may have its
 * own rounds beside a master if it was sent before the project chose the master's network.
 */
const unitsOf = async (
  { tx, scope }: ScopedCall,
  locked: readonly LockedSocial[],
  changes: readonly ContentChange[],
  contents: Pick<Unit, 'digests' | 'before'>,
): Promise<Unit[]> => {
  const master = locked.find(social => social.social_network === masterNetworkOf(scope))
  const alone: LockedSocial[] = []
  for (const social of locked)
    if (social !== master && (!master || hasRounds(await readCurrentRounds(tx, social.id))))
      alone.push(social)
  const units = alone.flatMap((carrier): Unit[] => {
    const own = changes.filter(change => change.social.id === carrier.id)
    return own.length > 0 ? [{ carrier, members: [carrier], changes: own, ...contents }] : []
  })
  const members = locked.filter(social => !alone.includes(social))
  const together = changes.filter(change => members.some(social => social.id === change.social.id))
  return master && together.length > 0
    ? [...units, { carrier: master, members, changes: together, ...contents }]
    : units
}

const hasRounds = ({ approved, open }: CurrentRounds): boolean => open !== null || approved.length > 0

/** Takes away the approvals of other content, and lets those count again that were given to this one. */
const resetUnit = async (call: ScopedCall, unit: Unit): Promise<boolean> => {
  const was = await readApprovalState(call.tx, unit)
  if (!(await withdrawApprovals(call, unit))) return false
  const became = await readApprovalState(call.tx, unit)
  const { carrier, before } = unit
  const digests = { carrier: digestIn(before, carrier.id), of: (id: number) => before.get(id) }
  if (isWithdrawal(was, became, digests)) await keepWithdrawn(call, unit, before, { was, became })
  for (const round of await restoreApprovals(call, unit, unit.digests))
    await recordChange(call, unit, round, 'approval_restored', 'Again as it was approved')
  return true
}

const withdrawApprovals = async (call: ScopedCall, unit: Unit): Promise<boolean> => {
  const rounds = await readCurrentRounds(call.tx, unit.carrier.id)
  if (rounds.open) return resetOpenRound(call, unit, rounds.approved, rounds.open)
  if (rounds.approved.length > 0) return resetApprovedRounds(call, unit, rounds)
  const outcomes: boolean[] = []
  for (const change of unit.changes) outcomes.push(await resetSkippedApproval(call, change, unit.digests))
  return outcomes.every(Boolean)
}

/**
 * The round continues with the new content: approvals of the old content no longer count, and neither do those of the rounds before it.
 */
const resetOpenRound = async (
  call: ScopedCall,
  unit: Unit,
  approved: readonly CurrentRound[],
  open: CurrentRound,
): Promise<boolean> => {
  const before = open.type === 'external' ? approved : []
  const lacking = before.find(round => !hasRoundRole(call.scope, round.type))
  if (lacking) return reopenRound(call, unit, lacking, [...before.slice(before.indexOf(lacking) + 1), open])
  for (const round of before) await reapprove(call, unit, round)
  const withdrawn = await clearStaleApprovals(call, unit, open)
  if (withdrawn > 0 || before.length > 0)
    await recordChange(call, unit, open, 'content_changed', 'Changed while in approval')
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
  if (lacking) return reopenRound(call, unit, lacking, approved.slice(approved.indexOf(lacking) + 1))
  for (const round of approved) await reapprove(call, unit, round)
  for (const { social } of changed) await clearContent(call, social.id, digestIn(unit.digests, social.id))
  return true
}

/** Clears the content with this digest to go out. */
const clearContent = async ({ tx }: ScopedCall, postSocialId: number, digest: string): Promise<void> => {
  await tx
    .updateTable('post_socials')
    .set({ cleared_digest: digest })
    .where('id', '=', postSocialId)
    .execute()
}

/** The editor may decide this round, so the edit counts as their approval of the new content. */
const reapprove = async (call: ScopedCall, unit: Unit, round: CurrentRound): Promise<void> => {
  const approval = { decided_at: call.now, content_digest: digestIn(unit.digests, unit.carrier.id) }
  await call.tx
    .insertInto('approval_approvers')
    .values({ approval_id: round.id, user_id: call.person.userId, is_chosen: false, ...approval })
    .onConflict(conflict => conflict.columns(['approval_id', 'user_id']).doUpdateSet(approval))
    .execute()
  const type = isAdmin(call.scope) ? 'approved_by_admin' : 'approved'
  await recordChange(call, unit, round, type, 'Changed after approval')
}

/** Opens this round again and supersedes those after it. Who was chosen to decide stays chosen. */
const reopenRound = async (
  call: ScopedCall,
  unit: Unit,
  round: CurrentRound,
  voided: readonly CurrentRound[],
): Promise<boolean> => {
  const { tx, now } = call
  const outcomes: boolean[] = []
  for (const { id } of voided)
    outcomes.push(await move(tx, approvalLifecycle, id, 'superseded', { closed_at: now }))
  outcomes.push(await move(tx, approvalLifecycle, round.id, 'reopened', { closed_at: null }))
  await clearApprovals(call, round.id)
  for (const member of unit.members) outcomes.push(await moveToPending(call, unit, member, round))
  await recordChange(call, unit, round, 'content_changed', 'Changed after approval')
  await call.emit({
    type: 'approval.reopened',
    postId: unit.carrier.post_id,
    postSocialId: unit.carrier.id,
    detail: { round: round.type, changed: describeChanges(unit) },
  })
  return outcomes.every(Boolean)
}

const events = { internal: 'internal_round_reopened', external: 'external_round_reopened' } as const

/**
 * Approved and pending versions go back to pending; failed ones, and those to be published by hand, only if they were changed
 * themselves.
 */
const moveToPending = async (
  { tx, now }: ScopedCall,
  { changes }: Unit,
  { id, status }: LockedSocial,
  { type }: CurrentRound,
): Promise<boolean> => {
  const isStuck = status === 'pending_publish' || status === 'publishing_failed'
  if (isStuck && !changes.some(change => change.social.id === id)) return true
  if (!isStuck && status !== 'approved' && status !== 'pending_external_approval') return true
  if (isStuck && !(await move(tx, postSocialLifecycle, id, 'approved_rescheduled'))) return false
  return move(tx, postSocialLifecycle, id, events[type], {
    is_approved: false,
    cleared_digest: null,
    failure_reason: null,
    updated_at: now,
  })
}

/** A version cleared by skipping stays cleared, with the new content, if the editor may skip; otherwise it becomes a draft again. */
const resetSkippedApproval = async (
  call: ScopedCall,
  change: ContentChange,
  digests: ReadonlyMap<number, string>,
): Promise<boolean> => {
  const { tx, now } = call
  const { id, status, post_id } = change.social
  if (can(call.scope, 'post.skipApproval')) {
    await clearContent(call, id, digestIn(digests, id))
    return true
  }
  if (status !== 'scheduled' && !(await move(tx, postSocialLifecycle, id, 'skipped_rescheduled')))
    return false
  const withdrawn = await move(tx, postSocialLifecycle, id, 'clearance_withdrawn', {
    cleared_digest: null,
    failure_reason: null,
    updated_at: now,
  })
  const unit = {
    carrier: change.social,
    members: [change.social],
    changes: [change],
    digests,
    before: digests,
  }
  await recordChange(call, unit, null, 'content_changed', 'Changed after approval was skipped')
  await call.emit({
    type: 'approval.reopened',
    postId: post_id,
    postSocialId: id,
    detail: { changed: describeChanges(unit) },
  })
  return withdrawn
}

/** Clears the approvals in an open round that were given to other content than the current one. @returns how many */
const clearStaleApprovals = async (call: ScopedCall, unit: Unit, open: CurrentRound): Promise<number> => {
  const isCarrierAlone = unit.changes.every(change => change.social.id === unit.carrier.id)
  const present = isCarrierAlone ? (unit.digests.get(unit.carrier.id) ?? null) : null
  return clearApprovals(call, open.id, present)
}

/** Chosen approvers have to decide again; approvals of people who were not chosen are removed. `except`: a digest whose approvals still count. */
const clearApprovals = async (
  { tx }: ScopedCall,
  approvalId: number,
  except: string | null = null,
): Promise<number> => {
  const cleared = await tx
    .updateTable('approval_approvers')
    .set({ decided_at: null, content_digest: null })
    .where('approval_id', '=', approvalId)
    .where('is_chosen', '=', true)
    .where('decided_at', 'is not', null)
    .$if(except !== null, query => query.where('content_digest', 'is distinct from', except))
    .executeTakeFirst()
  const removed = await tx
    .deleteFrom('approval_approvers')
    .where('approval_id', '=', approvalId)
    .where('is_chosen', '=', false)
    .$if(except !== null, query => query.where('content_digest', 'is distinct from', except))
    .executeTakeFirst()
  return Number(cleared.numUpdatedRows) + Number(removed.numDeletedRows)
}

/** What changed, for the activity: `text, media`; with the network if another version has the rounds. */
const describeChanges = ({ carrier, changes }: Unit): string =>
  changes
    .map(({ social, parts }) =>
      social.id === carrier.id ? parts.join(', ') : `${parts.join(', ')} (${social.social_network})`,
    )
    .join('; ')

const recordChange = (
  call: ScopedCall,
  unit: Unit,
  round: Pick<CurrentRound, 'id' | 'type'> | null,
  type: ApprovalActionType,
  opening: string,
): Promise<number> => {
  const message = `${opening}: ${describeChanges(unit)}`
  return recordAction(contextOf(call), unit.carrier, round, { type, message })
}
