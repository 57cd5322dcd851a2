import type { ApprovalAction } from '#domain/approvals/model.ts'
import { maySeeRound } from '#domain/approvals/rounds.ts'
import type {
  Certificate,
  CertifiedEntry,
  CertifiedPost,
  CertifiedPublication,
  CertifiedRound,
  CertifiedVersion,
} from '#domain/certificates/model.ts'
import { isAsApproved, isCertified, stateOf, wayOf } from '#domain/certificates/standing.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { isNeverSaved } from '#domain/posts/status.ts'
import { actionsFor } from '#server/features/approvals/get-approvals.ts'
import { readActions } from '#server/features/approvals/history.ts'
import { type ReviewedContent, readReviewedContents } from '#server/features/approvals/snapshots/snapshots.ts'
import { readPosts } from '#server/features/posts/posts.ts'
import { viewerOf } from '#server/features/posts/viewer.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { type ApprovedContents, readApprovedContents } from './approved-contents.ts'

type Sent = Omit<CertifiedPublication, 'is_as_approved'>

type Read = {
  readonly actions: readonly ApprovalAction[]
  readonly reviewed: readonly ReviewedContent[]
  readonly contents: ApprovedContents
  readonly sent: ReadonlyMap<number, Sent>
}

/** The certificate of these posts as far as the caller sees them, and the files that its pictures are made of; null: none was sent to approval or published. */
export const readCertificate = async (
  call: ScopedPoolCall,
  { postIds, period }: { readonly postIds: readonly number[]; readonly period: Certificate['period'] },
): Promise<{ readonly certificate: Certificate; readonly contents: ApprovedContents } | null> => {
  const { db, scope, person, now } = call
  const posts = (await readPosts(db, viewerOf(call), postIds, now)).filter(post => !isNeverSaved(post))
  const ids = posts.flatMap(post => post.post_socials.map(({ id }) => id))
  if (ids.length === 0) return null
  const read = await readAll(call, ids)
  const certified = posts.map(post => toPost(post, read)).filter(({ versions }) => versions.length > 0)
  if (certified.length === 0) return null
  const { name } = await db
    .selectFrom('agencies')
    .select('name')
    .where('id', '=', scope.agencyId)
    .executeTakeFirstOrThrow()
  const certificate: Certificate = {
    format: 'galley-approval-certificate',
    version: 1,
    made_at: now.toISOString(),
    made_by: person.name,
    made_for: maySeeRound(scope, 'internal') ? 'agency' : 'client',
    agency_name: name,
    project_id: scope.projectId,
    project_name: scope.projectName,
    timezone: scope.timezone,
    period,
    posts: certified,
  }
  return { certificate, contents: read.contents }
}

const readAll = async (call: ScopedPoolCall, ids: readonly number[]): Promise<Read> => {
  const { db, scope, services } = call
  const actions = await readActions(db, ids, services.config.publicUrl)
  const seesInternal = maySeeRound(scope, 'internal')
  return {
    actions: await actionsFor(call, [...actions.values()].flat()),
    reviewed: await readReviewedContents(db, ids, seesInternal ? ['internal', 'external'] : ['external']),
    contents: await readApprovedContents(db, ids),
    sent: await readSent(db, ids),
  }
}

const toPost = (post: Post, read: Read): CertifiedPost => ({
  post_id: post.id,
  scheduled_at: post.latest_schedule?.datetime ?? null,
  versions: post.post_socials.map(social => toVersion(post, social, read)).filter(isWorthSaying),
})

/** A version that nobody was asked about and that did not go out. */
const isWorthSaying = ({ state, entries, published }: CertifiedVersion): boolean =>
  state !== 'not_asked' || entries.length > 0 || published !== null

const toVersion = (post: Post, social: PostSocial, read: Read): CertifiedVersion => {
  const master = post.post_socials.find(({ id }) => id === post.master_social_post_id)
  // A version that follows the master content has no rounds of its own.
  const carrier = social.approvals.length === 0 && master ? master : social
  const rounds = carrier.approvals.map(toRound)
  const state = stateOf(rounds)
  const approved = state === 'approved' ? (read.contents.get(social.id)?.content ?? null) : null
  const sent = read.sent.get(social.id)
  return {
    post_social_id: social.id,
    social_network: social.social_network,
    state,
    approved,
    rounds,
    entries: entriesOf(social.id, carrier.id, read),
    published: sent ? { ...sent, is_as_approved: isAsApproved(approved?.digest ?? null, sent.digest) } : null,
  }
}

const toRound = ({
  type,
  round,
  step,
  status,
  opened_at,
  closed_at,
}: PostSocial['approvals'][number]): CertifiedRound => ({
  type,
  round,
  ...(step !== undefined && { step }),
  status,
  opened_at,
  closed_at,
})

const entriesOf = (id: number, carrierId: number, { actions, reviewed }: Read): CertifiedEntry[] => {
  const digests = new Map(
    reviewed.filter(each => each.postSocialId === id).map(({ actionId, digest }) => [actionId, digest]),
  )
  return actions
    .filter(
      action => action.post_social_id === carrierId || action.post_social_id === id || digests.has(action.id),
    )
    .filter(isCertified)
    .toSorted((one, other) => one.id - other.id)
    .map(action => ({
      at: action.created_at,
      type: action.type,
      round: action.round,
      by: action.created_by_user?.name ?? null,
      way: wayOf(action),
      link_copied_by: action.link_copied_by ?? null,
      ...(action.is_by_proposal && { is_by_proposal: true }),
      message: action.message,
      digest: digests.get(action.id) ?? null,
    }))
}

/** What went out of these versions, by version; `digest` null: somebody published it elsewhere and said so. */
const readSent = async (db: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, Sent>> => {
  const rows = await db
    .selectFrom('post_socials as s')
    .leftJoin('publications as p', join =>
      join.onRef('p.post_social_id', '=', 's.id').on('p.status', '=', 'live'),
    )
    .select(['s.id', 's.published_at', 'p.content_digest'])
    .select(({ fn }) => [
      fn.coalesce('s.external_id', 'p.external_id').as('external_id'),
      fn.coalesce('s.permalink', 'p.permalink').as('permalink'),
    ])
    .where('s.id', 'in', ids)
    .where('s.published_at', 'is not', null)
    .orderBy('p.id')
    .execute()
  return new Map(
    rows.flatMap(({ id, published_at: at, content_digest: digest, external_id, permalink }) =>
      at ? [[id, { external_id, permalink, published_at: at.toISOString(), digest }] as const] : [],
    ),
  )
}
