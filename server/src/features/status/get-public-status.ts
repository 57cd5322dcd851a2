import { sql } from 'kysely'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { openStatuses } from '#domain/publishing/status.ts'
import type * as contract from '#domain/status/contract.ts'
import type { PublicStatus } from '#domain/status/contract.ts'
import { waitsAtMost } from '#domain/status/problems.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { PoolCall } from '#server/platform/http/route.ts'
import { oncePer } from '#server/platform/jobs/batches.ts'

/** Anybody may ask as often as they like: the database is asked this often at most. */
const KEPT_MS = 15_000

const secondsBefore = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000)

type Late = { readonly network: SocialNetwork; readonly since: Date }

/**
 * Networks with posts that should have gone out. What waits in one client alone, while other posts go out, is that client's own: its access
 * has ended, or its file is large.
 */
const readLate = async (db: Reader, now: Date): Promise<readonly Late[]> => {
  const { rows } = await sql<Late>`
    select l.network, l.since from (
      select social_network as network, min(due_at) as since, count(distinct project_id) as clients
      from publications
      where status in (${sql.join(openStatuses)}) and held_at is null
        and due_at < ${secondsBefore(now, waitsAtMost.posts)}
      group by 1) l
    where l.clients > 1 or not exists (
      select 1 from publications p
      where p.social_network = l.network and p.status = 'live' and p.closed_at > l.since)`.execute(db)
  return rows
}

const readWaitingMail = async (db: Reader, now: Date): Promise<Date | null> => {
  const { since } = await db
    .selectFrom('outgoing_mails')
    .select(({ fn }) => fn.min('queued_at').as('since'))
    .where('status', '=', 'queued')
    .where('queued_at', '<', secondsBefore(now, waitsAtMost.mails))
    .executeTakeFirstOrThrow()
  return since
}

const readHold = async (db: Reader): Promise<boolean> =>
  (await db
    .selectFrom('publishing_holds')
    .select('id')
    .where('scope', '=', 'installation')
    .where('released_at', 'is', null)
    .executeTakeFirst()) !== undefined

export const readPublicStatus = async (db: Reader, now: Date): Promise<PublicStatus> => {
  const [late, mail, is_held] = await Promise.all([readLate(db, now), readWaitingMail(db, now), readHold(db)])
  return {
    read_at: now.toISOString(),
    is_held,
    networks: socialNetworks.map(social_network => ({
      social_network,
      delayed_since: late.find(({ network }) => network === social_network)?.since.toISOString() ?? null,
    })),
    mails_delayed_since: mail?.toISOString() ?? null,
  }
}

type Kept = { readonly at: number; readonly status: Promise<PublicStatus> }

const keptStatus = oncePer((_db: Reader): { last: Kept | null } => ({ last: null }))

/** @see contract.getPublicStatus */
export const getPublicStatus = async (
  _input: Input<typeof contract.getPublicStatus>,
  { db, services: { config }, now }: PoolCall,
): Promise<Answer<typeof contract.getPublicStatus>> => {
  if (!config.STATUS_PAGE) return fail('not_found')
  const kept = keptStatus(db)
  const at = now.getTime()
  if (kept.last === null || Math.abs(at - kept.last.at) >= KEPT_MS)
    kept.last = { at, status: readPublicStatus(db, now) }
  const { last } = kept
  try {
    return await last.status
  } catch (error) {
    // The next one asks again.
    if (kept.last === last) kept.last = null
    throw error
  }
}
