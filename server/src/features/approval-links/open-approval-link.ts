import type * as contract from '#domain/approval-links/contract.ts'
import { LINK_POSTS, maskedEmail } from '#domain/approval-links/lifetime.ts'
import { maySeeRound, openRound } from '#domain/approvals/rounds.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { Post } from '#domain/posts/model.ts'
import { approvalTypes } from '#domain/posts/status.ts'
import type { ProjectSocial } from '#domain/social-accounts/model.ts'
import { listWaiting } from '#server/features/approvals/lists/lists.ts'
import { readOpenProposals } from '#server/features/approvals/proposals/text-proposals.ts'
import {
  decisionTypes,
  knownVersions,
  ownDecisions,
} from '#server/features/approvals/snapshots/known-versions.ts'
import { readReviewedContents } from '#server/features/approvals/snapshots/snapshots.ts'
import { readDigests } from '#server/features/posts/content.ts'
import { readLanguage } from '#server/features/projects/client-language.ts'
import { listProjectSocials } from '#server/features/social-accounts/connected-accounts.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { pictureUrl } from '#server/platform/storage/storage.ts'
import { withSignedMedia } from './signed-media.ts'

/**
 * Those of which a version waits that the person has decided about before, and did not undo at once; whether what they decided about is kept
 * still shows on demand.
 */
const listDecided = async ({ db, person }: ScopedPoolCall, posts: readonly Post[]): Promise<number[]> => {
  const waiting = posts
    .flatMap(({ post_socials }) => post_socials)
    .flatMap(({ id, approvals }) => (openRound(approvals) ? [id] : []))
  if (waiting.length === 0) return []
  const rows = await db
    .selectFrom('approval_actions as a')
    .innerJoin('post_socials as v', 'v.id', 'a.post_social_id')
    .select('v.post_id')
    .distinct()
    .where('a.post_social_id', 'in', waiting)
    .where('a.created_by', '=', person.userId)
    .where('a.type', 'in', decisionTypes)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('approval_actions as u')
            .select('u.id')
            .whereRef('u.approval_id', '=', 'a.approval_id')
            .whereRef('u.created_by', '=', 'a.created_by')
            .whereRef('u.id', '>', 'a.id')
            .where('u.type', '=', 'approval_undone'),
        ),
      ),
    )
    .execute()
  return rows.map(({ post_id }) => post_id)
}

/** Those with notes that the person may read. */
const listTalkedAbout = async ({ db }: ScopedPoolCall, posts: readonly Post[]): Promise<number[]> => {
  const versions = posts.flatMap(({ post_socials }) => post_socials)
  if (versions.length === 0) return []
  const rows = await db
    .selectFrom('notes')
    .select('post_social_id')
    .distinct()
    .where(
      'post_social_id',
      'in',
      versions.map(({ id }) => id),
    )
    .where('is_for_client', '=', true)
    .execute()
  const ids = rows.map(({ post_social_id }) => post_social_id)
  return posts
    .filter(({ post_socials }) => post_socials.some(({ id }) => ids.includes(id)))
    .map(({ id }) => id)
}

const listProposed = async (call: ScopedPoolCall, posts: readonly Post[]) => {
  const ids = posts.flatMap(({ post_socials }) => post_socials.map(({ id }) => id))
  const own = await readOpenProposals(call, ids)
  return own.map(({ post_social_id, words_seen, words }) => ({ post_social_id, words_seen, words }))
}

/** Read after the posts: what is newer than the version that is named here is refused as stale. */
const listSeen = async ({ db, person, scope }: ScopedPoolCall, posts: readonly Post[]) => {
  const versions = posts.flatMap(({ post_socials }) => post_socials)
  if (versions.length === 0) return []
  const ids = versions.map(({ id }) => id)
  const rounds = approvalTypes.filter(type => maySeeRound(scope, type))
  const decisions = ownDecisions(await readReviewedContents(db, ids, rounds), person)
  const known = knownVersions(decisions, await readDigests(db, ids))
  return versions
    .filter(({ id }) => known.has(id))
    .map(({ id, version }) => ({ post_social_id: id, version }))
}

/** A picture at the network would tell it who decides when. */
const withoutForeignLogo =
  (publicUrl: string) =>
  (social: ProjectSocial): ProjectSocial =>
    social.logo?.startsWith(`${publicUrl}/`) ? social : { ...social, logo: null }

export const openApprovalLink = async (
  _input: Input<typeof contract.openApprovalLink>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.openApprovalLink>> => {
  const { db, scope, person, services, now } = call
  const { config } = services
  const row = await db
    .selectFrom('approval_links as l')
    .innerJoin('projects as p', 'p.id', 'l.project_id')
    .innerJoin('agencies as a', 'a.id', 'p.agency_id')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.expires_at', 'p.logo_key', 'a.name as agency', 'u.email'])
    .where('l.id', '=', person.byLink?.linkId ?? 0)
    .executeTakeFirst()
  // Revoked a moment ago.
  if (!row) return fail('not_found')
  const isKnown = person.byLink?.isDeviceKnown === true
  const { posts, hasMore } = isKnown ? await listWaiting(call, LINK_POSTS) : { posts: [], hasMore: false }
  const decided_before = await listDecided(call, posts)
  return withSignedMedia(
    {
      person: { id: person.userId, name: isKnown ? person.name : '' },
      project: {
        id: scope.projectId,
        name: isKnown ? scope.projectName : '',
        timezone: scope.timezone,
        logo_image_link: isKnown ? pictureUrl(config.publicUrl, row.logo_key, 'small') : null,
      },
      agency: { name: isKnown ? row.agency : '' },
      language: await readLanguage(db, { userId: person.userId, projectId: scope.projectId }),
      is_copied: person.byLink?.copiedBy !== null,
      expires_at: row.expires_at.toISOString(),
      code_goes_to: isKnown ? null : maskedEmail(row.email),
      socials: isKnown ? (await listProjectSocials(db, scope)).map(withoutForeignLogo(config.publicUrl)) : [],
      posts,
      decided_before,
      seen_before: await listSeen(
        call,
        posts.filter(({ id }) => decided_before.includes(id)),
      ),
      talked_about: await listTalkedAbout(call, posts),
      proposed: await listProposed(call, posts),
      has_more: hasMore,
    },
    config,
    now,
  )
}
