import { type PostSocialEvent, type PostSocialStatus, postSocialLifecycle } from '#domain/posts/status.ts'
import { publicationLifecycle } from '#domain/publishing/status.ts'
import { asApprovedFor } from '#server/features/social-accounts/approved-accounts.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { move } from '#server/platform/db/move.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { emitOfPostSocial } from '#server/platform/events/emit.ts'

type Social = Row<'post_socials'>

type Publication = Row<'publications'>

/**
 * A change to a post wins until something is sent: publications that are only queued or being prepared are withdrawn, and their post
 * socials get their earlier status back. Everything that edits, deletes, unapproves or moves a post calls this with the post locked,
 * before it checks statuses. What could not be withdrawn stays `on_publishing`, which is refused as "is being published". If the call
 * fails afterwards, this is rolled back as well.
 * @returns the post socials as they are now, in the same order
 */
export const withdrawUnsent = async (
  tx: Tx,
  socials: readonly Social[],
  { now, personId }: { readonly now: Date; readonly personId: number },
): Promise<Social[]> => {
  const ids = socials.filter(({ status }) => status === 'on_publishing').map(({ id }) => id)
  if (ids.length === 0) return [...socials]
  const publications = await tx
    .selectFrom('publications')
    .selectAll()
    .where('post_social_id', 'in', ids)
    .where('status', 'in', ['queued', 'preparing'])
    // If the look-up did not find it, it may still turn up on the network, so it counts as being sent.
    .where('resends', '=', 0)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const publication of publications) await withdraw(tx, publication, now, personId)
  const rows = await tx.selectFrom('post_socials').selectAll().where('id', 'in', ids).execute()
  const present = new Map(rows.map(row => [row.id, row]))
  return socials.map(social => present.get(social.id) ?? social)
}

const withdraw = async (tx: Tx, publication: Publication, now: Date, personId: number): Promise<void> => {
  const closed = { closed_at: now, lease_until: null }
  if (!(await move(tx, publicationLifecycle, publication.id, 'cancelled', closed))) return
  const { post_social_id: id, started_from: before } = publication
  const event = restoringEvents[before.status ?? 'draft'] ?? 'withdrawn_to_draft'
  await move(tx, postSocialLifecycle, id, event, {
    updated_at: now,
    failure_reason: before.failure_reason ?? null,
    last_social_api_response: before.last_social_api_response ?? null,
    // It was cleared only because an admin published it.
    ...(event === 'withdrawn_to_draft' ? { cleared_digest: null } : {}),
    ...(await readFormerAccount(tx, publication)),
  })
  const social = await tx
    .selectFrom('post_socials')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // Its schedule has to be released again: what is cleared after the change goes out, the rest becomes overdue.
  if (publication.started_by === null)
    await tx
      .updateTable('schedules')
      .set({ released_at: null })
      .where('post_id', '=', social.post_id)
      .where('deleted_at', 'is', null)
      .execute()
  await emitOfPostSocial(tx, 'post_social.publishing_withdrawn', social, personId)
}

/** Publishing it was to confirm the connected account; withdrawn, it is for the former one again (decision 158). */
const readFormerAccount = async (
  tx: Tx,
  {
    project_id: projectId,
    social_network: network,
    started_from: { approved_account_id: account = null },
  }: Publication,
): Promise<{ approved_account_id?: number | null }> =>
  account === null ? {} : { approved_account_id: await asApprovedFor(tx, { projectId, network }, account) }

/** What an admin published without approval becomes a draft again: its rounds were superseded at that time. */
const restoringEvents: Partial<Record<PostSocialStatus, PostSocialEvent>> = {
  approved: 'withdrawn_to_approved',
  scheduled: 'withdrawn_to_scheduled',
  pending_publish: 'withdrawn_to_pending_publish',
  publishing_failed: 'publishing_failed',
}
