import { sql } from 'kysely'
import { isSettingOn, LATE_GOES_LIVE } from '#domain/permissions/settings.ts'
import { postSocialLifecycle } from '#domain/posts/status.ts'
import { type DueDecision, dueDecision, isSentByGalley } from '#domain/publishing/due-decision.ts'
import type { FailureReason } from '#domain/publishing/status.ts'
import { autoApproveExternal } from '#server/features/approvals/auto-approve-external.ts'
import { getDigest } from '#server/features/posts/content.ts'
import { type LockedSocial, lockPostSocials, lockSchedule } from '#server/features/posts/locks.ts'
import { masterNetworkOf } from '#server/features/posts/viewer.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { move } from '#server/platform/db/move.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { emitOfPostSocial } from '#server/platform/events/emit.ts'
import { findSystemScope, type ProjectScope } from '#server/platform/session/scope.ts'
import { planOverdueAnnouncement } from './announce-overdue.ts'
import { isPausedAt } from './holds.ts'
import { readLostPeriods } from './lost-time.ts'
import { openPublication, readAccountIds } from './open-publication.ts'
import type { Publisher } from './publisher.ts'

const MINUTE = 60_000

type Release = {
  readonly tx: Tx
  readonly publisher: Publisher
  readonly scope: ProjectScope
  readonly schedule: Row<'schedules'>
  readonly now: Date
}

/**
 * Releases a schedule whose time has come, once: `released_at` marks it. Does nothing for one that is not due or does not exist.
 * @returns whether this call released it
 */
export const releaseSchedule = (publisher: Publisher, scheduleId: number): Promise<boolean> =>
  publisher.services.db.transaction().execute(async tx => {
    const found = await tx
      .selectFrom('schedules')
      .select(['post_id', 'project_id'])
      .where('id', '=', scheduleId)
      .executeTakeFirst()
    const scope = found ? await findSystemScope(tx, found.project_id) : null
    // What comes due of an archived client stays as it is, and is asked about once the client is back.
    if (!found || !scope || scope.isArchived) return false
    const socials = await lockPostSocials(tx, scope, [found.post_id])
    const schedule = socials ? await lockSchedule(tx, scheduleId) : undefined
    const now = await publisher.now(tx)
    if (!socials || !schedule || schedule.datetime > now || schedule.released_at) return false
    const release: Release = { tx, publisher, scope, schedule, now }
    await tx.updateTable('schedules').set({ released_at: now }).where('id', '=', scheduleId).execute()
    const decisions = await decideAll(release, socials)
    if (decisions.includes('overdue'))
      await planOverdueAnnouncement(tx, publisher.services.jobs, schedule, now)
    return true
  })

const decideAll = async (release: Release, socials: readonly LockedSocial[]): Promise<DueDecision[]> => {
  const { tx, scope, schedule, now } = release
  const bypass = isSettingOn(scope.settings, LATE_GOES_LIVE)
  const approved = await readInternallyApproved(tx, scope, socials)
  const lost = await readLostPeriods(tx, socials)
  // What came due in a pause is put aside and asked about, also if it is released long after its time.
  const isPaused = await isPausedAt(tx, scope.projectId, schedule.datetime)
  // What was due in lost time may be live, which only its network can tell: it is looked up, and how late it is counts afterwards.
  const isLost = ({ id }: LockedSocial) => {
    const until = lost.get(id)?.until
    return until !== undefined && schedule.datetime <= until
  }
  const decide = async (social: LockedSocial) => {
    const digest = await getDigest(tx, social.id)
    const decision = dueDecision({
      status: social.status,
      isAutoposting: isSentByGalley(schedule.is_autoposting, social.social_network, social.type),
      bypass,
      internalApproved: approved.has(social.id),
      digestMatches: social.cleared_digest === digest,
      latenessMinutes:
        isPaused || isLost(social) ? 0 : (now.getTime() - schedule.datetime.getTime()) / MINUTE,
    })
    return { decision, digest }
  }
  const decisions: DueDecision[] = []
  for (const before of socials) {
    // Read again for each version: with master content, the product's approval of one applies to all.
    const first = await decide(await reread(tx, before))
    const isBypassed = first.decision === 'approve_by_system_first'
    if (isBypassed) await autoApproveExternal(tx, { scope, postId: schedule.post_id, now })
    const social = await reread(tx, before)
    const { decision, digest } = isBypassed ? withoutBypass(await decide(social)) : first
    await apply(release, social, decision, digest)
    decisions.push(decision)
  }
  return decisions
}

/** Still with the client although the product was to approve it: the approved content has changed, so it does not go out. */
const withoutBypass = (decided: { decision: DueDecision; digest: string }) =>
  decided.decision === 'approve_by_system_first' ? { ...decided, decision: 'overdue' as const } : decided

const reread = (tx: Tx, { id }: LockedSocial): Promise<LockedSocial> =>
  tx.selectFrom('post_socials').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const apply = async (
  release: Release,
  social: LockedSocial,
  decision: DueDecision,
  digest: string,
): Promise<void> => {
  switch (decision) {
    case 'publish':
      return startPublication(release, social, digest)
    case 'manual_publish_due':
      await move(release.tx, postSocialLifecycle, social.id, 'manual_publish_due', {
        updated_at: release.now,
      })
      return emitOfPostSocial(release.tx, 'post_social.manual_publish_due', social, null)
    case 'missed_window':
    case 'content_changed':
      return failImmediately(release, social, decision)
    case 'approve_by_system_first':
    case 'overdue':
    case 'nothing':
      return
    default:
      return decision satisfies never
  }
}

const startPublication = async (release: Release, social: LockedSocial, digest: string): Promise<void> => {
  const { tx, scope, schedule, now } = release
  const accounts = await readAccountIds(tx, scope.projectId)
  await openPublication(tx, {
    social,
    digest,
    now,
    dueAt: schedule.datetime,
    startedBy: null,
    event: 'publishing_started',
    // Without an account the attempt fails with that reason, as it does when the account is removed later.
    accountId: accounts.get(social.social_network) ?? null,
  })
}

const failImmediately = async (
  release: Release,
  social: LockedSocial,
  reason: FailureReason,
): Promise<void> => {
  await move(release.tx, postSocialLifecycle, social.id, 'publishing_failed', {
    failure_reason: reason,
    updated_at: release.now,
  })
  await emitOfPostSocial(release.tx, 'post_social.publishing_failed', social, null, { reason })
}

/** The post socials whose latest internal round is approved; with master content, the round of the master applies to all. */
const readInternallyApproved = async (
  tx: Tx,
  scope: ProjectScope,
  socials: readonly LockedSocial[],
): Promise<Set<number>> => {
  const ids = socials.map(social => social.id)
  const { rows } = await sql<{ post_social_id: number; status: string }>`
    select distinct on (post_social_id) post_social_id, status from approvals
    where post_social_id = any(${ids}) and type = 'internal' order by post_social_id, id desc`.execute(tx)
  const own = new Set(rows.filter(row => row.status === 'approved').map(row => row.post_social_id))
  const master = socials.find(social => social.social_network === masterNetworkOf(scope))
  return master && own.has(master.id) ? new Set(ids) : own
}
