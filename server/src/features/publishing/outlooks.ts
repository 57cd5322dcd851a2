import { sql } from 'kysely'
import {
  isSettingOn,
  LATE_GOES_LIVE,
  MASTER_NETWORK,
  type Setting,
  settingValue,
} from '#domain/permissions/settings.ts'
import { type PostSocialStatus, pending } from '#domain/posts/status.ts'
import { type Outlook, type OutlookFacts, type OutlookRule, outlookOf } from '#domain/publishing/outlook.ts'
import { nextChangeOf } from '#domain/publishing/outlook-changes.ts'
import {
  LEAST_TAKEN,
  postsBeyondLimit,
  TAKEN_WITHIN_MS,
  type TimedPost,
} from '#domain/publishing/posts-taken.ts'
import { openStatuses, type PublicationStatus } from '#domain/publishing/status.ts'
import { deadlineIn, type OpenRound, readOpenRounds } from '#server/features/approvals/deadlines/deadlines.ts'
import { readPublishingEnds } from '#server/features/billing/standings.ts'
import { readDigests } from '#server/features/posts/content.ts'
import { readOutgoingProblems } from '#server/features/posts/outgoing-problems.ts'
import { appOf } from '#server/networks/limits.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { Services } from '#server/platform/http/route.ts'
import { findHeld } from './engine/holds.ts'

/** A version with its schedule and its open publication, if it has them. */
export type PlannedVersion = Pick<
  Row<'post_socials'>,
  | 'id'
  | 'post_id'
  | 'project_id'
  | 'social_network'
  | 'type'
  | 'message'
  | 'first_comment'
  | 'extra_fields'
  | 'awaited_files'
  | 'follows_shared'
  | 'cleared_digest'
  | 'failure_reason'
  | 'approved_account_id'
> & {
  readonly status: PostSocialStatus
  readonly agency_id: number
  /** Who made the post; null: nobody is left. */
  readonly created_by: number | null
  readonly settings: Setting[] | null
  readonly datetime: Date | null
  readonly is_autoposting: boolean | null
  readonly released_at: Date | null
  readonly publication_status: PublicationStatus | null
  readonly publication_account_id: number | null
  readonly content_digest: string | null
  readonly due_at: Date | null
  readonly run_at: Date | null
  readonly late_reason: Row<'publications'>['late_reason']
  readonly hold_waived_at: Date | null
  readonly lost_until: Date | null
}

/**
 * The versions of these projects that are due between two instants and neither live nor never saved, earliest first, at most `limit`.
 * Each project is one range of the index by time, so history costs nothing.
 */
export const listPlannedVersions = async (
  db: Reader,
  projectIds: readonly number[],
  { from, until, limit }: { readonly from: Date; readonly until: Date; readonly limit: number },
): Promise<PlannedVersion[]> => {
  const { rows } = await sql<PlannedVersion>`${prepared}
    with planned as materialized (
      select p.id, p.project_id, p.scheduled_at, p.created_by from posts p
      where p.project_id = any(${[...projectIds]}::bigint[]) and p.deleted_at is null
        and p.scheduled_at >= ${from} and p.scheduled_at < ${until}
    ), settings as materialized (
      select s.project_id, json_agg(json_build_object('name', s.name, 'value', s.value)) as list
      from project_settings s where s.project_id = any(${[...projectIds]}::bigint[]) group by s.project_id
    )
    select x.id, x.post_id, x.project_id, x.social_network, x.type, x.message, x.first_comment, x.extra_fields,
      x.awaited_files, x.follows_shared, x.cleared_digest, x.failure_reason, x.approved_account_id, x.status,
      j.agency_id, planned.created_by, settings.list as settings, c.datetime, c.is_autoposting, c.released_at,
      u.status as publication_status, u.social_account_id as publication_account_id, u.content_digest, u.due_at, u.run_at,
      u.late_reason, u.hold_waived_at, u.lost_until
    from planned join projects j on j.id = planned.project_id and j.deleted_at is null
      join post_socials x on x.post_id = planned.id and x.status not in ('live', 'temporary_draft')
      join schedules c on c.post_id = planned.id and c.deleted_at is null
      left join settings on settings.project_id = x.project_id
      left join publications u on u.post_social_id = x.id and u.status = any(${[...openStatuses]}::text[])
    order by planned.scheduled_at, x.post_id, x.id limit ${limit}`.execute(db)
  return rows
}

type Account = Pick<
  Row<'social_accounts'>,
  'id' | 'project_id' | 'social_network' | 'removed_at' | 'needs_reconnecting' | 'expires_at' | 'is_renewable'
> & {
  readonly has_token: boolean
  /** Until when it or its app takes no calls, as the publisher's plan reads it. */
  readonly limit_until: Date | null
}

/** The accounts that these versions go out through: that of their publication, or the one that is connected. */
const readAccounts = async (
  db: Reader,
  versions: readonly PlannedVersion[],
  now: Date,
): Promise<(version: PlannedVersion) => Account | null> => {
  const chosen = versions.flatMap(({ publication_account_id: id }) => id ?? [])
  const { rows } = await sql<Account>`
    with limits as materialized (
      select l.scope, l.subject, l.not_before from network_limits l where l.not_before > ${now}
    )
    select a.id, a.project_id, a.social_network, a.removed_at, a.needs_reconnecting, a.expires_at, a.is_renewable,
      a.sealed_token is not null as has_token, (select max(l.not_before) from limits l
        where l.scope = 'account' and l.subject = a.social_network || '/' || a.external_id
          or l.scope = 'app' and l.subject = ${JSON.stringify(appOf)}::jsonb ->> a.social_network) as limit_until
    from social_accounts a where (a.project_id = any(${projectsOf(versions)}::bigint[]) and a.removed_at is null)
      or a.id = any(${chosen}::bigint[])`.execute(db)
  const byId = new Map(rows.map(row => [row.id, row]))
  const keyOf = ({ project_id, social_network }: Pick<Account, 'project_id' | 'social_network'>) =>
    `${project_id} ${social_network}`
  const connected = new Map(rows.filter(row => row.removed_at === null).map(row => [keyOf(row), row]))
  return version =>
    (version.publication_status === null
      ? connected.get(keyOf(version))
      : byId.get(version.publication_account_id ?? 0)) ?? null
}

const projectsOf = (versions: readonly PlannedVersion[]) => [
  ...new Set(versions.map(({ project_id }) => project_id)),
]

/** Facebook counts a video that is higher than wide, as that is sent as a reel. */
const isCounted = sql`(x.social_network <> 'facebook' or x.type = 'single_video' and exists (
  select 1 from attachments t join medias m on m.id = t.media_id
  where t.post_social_id = x.id and t.description = 'media' and m.height > m.width))`

/**
 * Those of these versions before which as many posts of their account are planned, or live, as its network takes in that time
 * (docs/product/networks.md "Limits of posts"). An account can be connected to several clients of an agency. One with few posts costs a look at
 * the index.
 */
const readBeyondLimit = async (
  db: Reader,
  versions: readonly PlannedVersion[],
): Promise<ReadonlySet<number>> => {
  const times = versions.flatMap(({ datetime }) => datetime?.getTime() ?? []).toSorted((a, b) => a - b)
  const from = new Date((times[0] ?? 0) - TAKEN_WITHIN_MS)
  const until = new Date((times.at(-1) ?? 0) + 1)
  const { rows } = await sql<
    TimedPost & Pick<PlannedVersion, 'social_network'> & { account: string }
  >`${prepared}
    with own as materialized (
      select distinct a.social_network, a.external_id, j.agency_id
      from social_accounts a join projects j on j.id = a.project_id
      where a.project_id = any(${projectsOf(versions)}::bigint[]) and a.removed_at is null
    ), clients as materialized (
      select a.project_id, own.social_network, concat_ws(' ', own.agency_id, own.social_network, own.external_id) as account
      from own join social_accounts a on a.social_network = own.social_network and a.external_id = own.external_id
          and a.removed_at is null
        join projects j on j.id = a.project_id and j.agency_id = own.agency_id and j.deleted_at is null
    ), counts as materialized (
      select p.project_id, count(*) as posts from posts p
      where p.project_id in (select project_id from clients) and p.deleted_at is null
        and p.scheduled_at >= ${from} and p.scheduled_at < ${until} group by p.project_id
    ), busy as materialized (
      select *, sum(posts) over (partition by account) as of_account from clients join counts using (project_id)
    )
    select x.id, x.social_network, busy.account, x.status = 'live' as "isLive",
      case when x.status = 'live' then x.published_at else c.datetime end as at
    from busy join posts p on p.project_id = busy.project_id and p.deleted_at is null
        and p.scheduled_at >= ${from} and p.scheduled_at < ${until}
      join schedules c on c.post_id = p.id and c.deleted_at is null and c.is_autoposting
      join post_socials x on x.post_id = p.id and x.social_network = busy.social_network
        and x.status not in ('temporary_draft', 'publishing_failed', 'pending_publish')
    where busy.of_account > ${LEAST_TAKEN} and (x.status in ('live', 'on_publishing') or c.released_at is null)
      and ${isCounted}`.execute(db)
  const accounts = Map.groupBy(rows, ({ account }) => account)
  return new Set(
    [...accounts.values()].flatMap(posts => [
      ...postsBeyondLimit(posts[0]?.social_network ?? 'facebook', posts),
    ]),
  )
}

const isBypassed = ({ settings }: PlannedVersion) => isSettingOn(settings ?? [], LATE_GOES_LIVE)

/**
 * Those of these versions for whose client the product would answer at the due time. Where one version decides for all, that depends on the
 * others, so nothing is promised.
 */
const readAnsweredFor = async (
  db: Reader,
  versions: readonly PlannedVersion[],
  digests: ReadonlyMap<number, string>,
): Promise<ReadonlySet<number>> => {
  const hasMaster = ({ settings }: PlannedVersion) => Boolean(settingValue(settings ?? [], MASTER_NETWORK))
  const ids = versions.flatMap(version =>
    version.status === 'pending_external_approval' && isBypassed(version) && !hasMaster(version)
      ? [version.id]
      : [],
  )
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ post_social_id: number; status: string; digests: string[] }>`
    select distinct on (a.post_social_id) a.post_social_id, a.status,
      array(select c.content_digest from approval_approvers c
        where c.approval_id = a.id and c.content_digest is not null) as digests
    from approvals a where a.post_social_id = any(${ids}::bigint[]) and a.type = 'internal'
    order by a.post_social_id, a.id desc`.execute(db)
  const isOfThis = ({ post_social_id, digests: approved }: (typeof rows)[number]) =>
    approved.length === 0 || approved.includes(digests.get(post_social_id) ?? '')
  return new Set(
    rows
      .filter(row => row.status === 'approved' && isOfThis(row))
      .map(({ post_social_id }) => post_social_id),
  )
}

export type VersionOutlook = {
  readonly version: PlannedVersion
  readonly outlook: Outlook
  /** Null: none is open. */
  readonly openRound: OpenRound | null
  /** When the clock alone may change the outlook next; null: never. */
  readonly changesAt: Date | null
}

type OutlookQuery = { readonly versions: readonly PlannedVersion[]; readonly now: Date }

/** What the publisher reads about these versions beside their content and rounds. */
const readSurroundings = async (
  { config }: Pick<Services, 'config'>,
  db: Reader,
  { versions, now }: OutlookQuery,
) => {
  const accountOf = await readAccounts(db, versions, now)
  const beyond = await readBeyondLimit(db, versions)
  const held = await findHeld(
    db,
    versions.map(version => ({
      ...version,
      due_at: version.due_at ?? version.datetime ?? now,
      social_account_id: version.publication_account_id,
    })),
  )
  const agencyIds = [...new Set(versions.map(({ agency_id: id }) => id))]
  const ends = await readPublishingEnds(db, config, { agencyIds, now })
  return (version: PlannedVersion, index: number) => {
    const account = accountOf(version)
    return {
      account: account && accountFacts(account, version),
      isBeyondLimit: beyond.has(version.id),
      limitUntil: account?.limit_until ?? null,
      heldBy: held[index] ?? null,
      agencyStopsAt: ends.get(version.agency_id) ?? null,
    }
  }
}

/**
 * Whether these versions will go out, in their order, by what the publisher reads (docs/product/board.md "What it does"). The number of statements does
 * not depend on how many there are. `rules`: for tests.
 */
export const readOutlooks = async (
  services: Pick<Services, 'config'>,
  db: Reader,
  { versions, now, rules }: OutlookQuery & { readonly rules?: readonly OutlookRule[] },
): Promise<VersionOutlook[]> => {
  if (versions.length === 0) return []
  const isPending = ({ status }: PlannedVersion) => (pending as readonly PostSocialStatus[]).includes(status)
  const digests = await readDigests(
    db,
    versions
      .filter(({ cleared_digest, status }) => cleared_digest !== null || status !== 'draft')
      .map(({ id }) => id),
  )
  const problems = await readOutgoingProblems(db, versions, services.config.publicUrl)
  const surroundingsOf = await readSurroundings(services, db, { versions, now })
  const rounds = await readOpenRounds(
    db,
    versions.filter(isPending).map(({ id }) => id),
  )
  const answeredFor = await readAnsweredFor(db, versions, digests)
  return versions.map((version, index) => {
    const openRound = rounds.get(version.id) ?? null
    const facts: OutlookFacts = {
      ...plainFacts(version, digests.get(version.id)),
      ...surroundingsOf(version, index),
      internalApproved: answeredFor.has(version.id),
      decideBy: openRound && deadlineIn(openRound),
      problems: problems.get(version.id) ?? [],
    }
    return { version, openRound, ...outlookNow(facts, now, rules) }
  })
}

const outlookNow = (facts: OutlookFacts, now: Date, rules?: readonly OutlookRule[]) => ({
  outlook: outlookOf(facts, now, rules),
  changesAt: nextChangeOf(facts, now),
})

const accountFacts = (
  account: Account,
  { approved_account_id: approved }: PlannedVersion,
): NonNullable<OutlookFacts['account']> => ({
  isRemoved: account.removed_at !== null,
  isOther: approved !== null && approved !== account.id,
  needsReconnecting: account.needs_reconnecting,
  hasToken: account.has_token,
  expiresAt: account.expires_at,
  isRenewable: account.is_renewable,
})

const plainFacts = (version: PlannedVersion, digest: string | undefined) => {
  const { publication_status: status, due_at: dueAt, run_at: runAt, content_digest: begunWith } = version
  const isCleared = digest !== undefined && digest === version.cleared_digest
  return {
    network: version.social_network,
    type: version.type,
    status: version.status,
    dueAt: version.datetime,
    isAutoposting: version.is_autoposting === true,
    isReleased: version.released_at !== null,
    bypass: isBypassed(version),
    digestMatches: isCleared && (begunWith === null || begunWith === digest),
    publication:
      status === null || dueAt === null || runAt === null
        ? null
        : { status, dueAt, runAt, isDelayed: version.late_reason !== null },
  }
}
