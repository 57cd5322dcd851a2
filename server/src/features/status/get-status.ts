import { statfs } from 'node:fs/promises'
import os from 'node:os'
import { sql } from 'kysely'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import type * as contract from '#domain/status/contract.ts'
import type { InstallationStatus } from '#domain/status/contract.ts'
import type { Config } from '#server/config.ts'
import { parkedMailOf } from '#server/features/agencies/list-parked-mails.ts'
import { readBackupState } from '#server/features/backups/past-backups.ts'
import { appOf } from '#server/networks/limits.ts'
import type { Db } from '#server/platform/db/database.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { isFull } from '#server/platform/free-space.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { readParkedMails } from '#server/platform/mail/parked.ts'
import { version } from '#server/platform/version.ts'
import {
  readAccounts,
  readGathering,
  readHolds,
  readJobs,
  readLimits,
  readMails,
  readPublications,
  type Waiting,
} from './waiting.ts'

type Status = InstallationStatus
type ShownWaiting = Status['mails']

/** The latest mails that were given up. */
const MAILS_SHOWN = 20

const shown = (rows: readonly Waiting[]): ShownWaiting => {
  const begins = rows.flatMap(({ since }) => since?.getTime() ?? [])
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    since: begins.length === 0 ? null : new Date(Math.min(...begins)).toISOString(),
  }
}

/** What came of publishing in the last 24 hours. */
const readEnds = async (db: Db) => {
  const { rows } = await sql<{ network: SocialNetwork; live: number; failed: number }>`
    select social_network as network, count(*) filter (where status = 'live')::int as live,
      count(*) filter (where status = 'failed')::int as failed
    from publications where closed_at > now() - interval '24 hours' and status in ('live', 'failed') group by 1`.execute(
    db,
  )
  return rows
}

/** Limits are kept by network for an account, and by app for all that use it. */
const isLimitOf = (network: SocialNetwork, of: string): boolean => of === network || of === appOf[network]

const readNetworks = async (db: Db): Promise<Status['networks']> => {
  const [publications, ends, limits, accounts, figures] = await Promise.all([
    readPublications(db),
    readEnds(db),
    readLimits(db),
    readAccounts(db),
    readGathering(db),
  ])
  return socialNetworks.map(network => {
    const own = publications.filter(row => row.network === network)
    const due = own.filter(({ status }) => status === 'queued' || status === 'preparing')
    const limited = limits.filter(({ network: of }) => isLimitOf(network, of))
    const until = limited.map(({ until: end }) => end.getTime())
    const ended = ends.find(row => row.network === network)
    return {
      social_network: network,
      due: shown(due.map(({ due: count, since }) => ({ count, since }))),
      unknown: own.find(({ status }) => status === 'unknown')?.count ?? 0,
      live: ended?.live ?? 0,
      failed: ended?.failed ?? 0,
      limited: limited.reduce((sum, { count }) => sum + count, 0),
      limited_until: until.length === 0 ? null : new Date(Math.max(...until)).toISOString(),
      accounts_to_reconnect: accounts.find(row => row.network === network)?.count ?? 0,
      figures: shown(figures.filter(row => row.network === network)),
    }
  })
}

const readQueues = async (db: Db): Promise<Status['queues']> => {
  const byName = Map.groupBy(await readJobs(db), ({ queue }) => queue)
  const queues = [...byName].map(([name, rows]) => ({
    name,
    running: rows.find(({ state }) => state === 'active')?.count ?? 0,
    due: shown(
      rows.filter(({ state }) => state !== 'active').map(({ due, since }) => ({ count: due, since })),
    ),
  }))
  const sinceOf = ({ due }: (typeof queues)[number]) => due.since ?? '9'
  return queues
    .filter(({ running, due }) => running + due.count > 0)
    .toSorted((a, b) => sinceOf(a).localeCompare(sinceOf(b)) || a.name.localeCompare(b.name))
}

const readFailedMails = async (db: Db): Promise<Status['failed_mails']['latest']> => {
  const rows = await readParkedMails(db, { agencyId: null, limit: MAILS_SHOWN })
  return rows.map(row => ({ ...parkedMailOf(row), agency_name: row.agency_name }))
}

const readBackups = async (db: Db, config: Config, now: Date): Promise<Status['backups']> => {
  const state = await readBackupState(db, config, now)
  return (
    state && {
      last_good_at: state.lastGood?.at.toISOString() ?? null,
      missing_files: state.lastGood?.missingFiles ?? 0,
      problem: state.problem,
      is_late: state.isLate,
    }
  )
}

/** The disks of this process. With a database and files elsewhere, only that of uploads under way matters. */
const readDisks = async ({ DATABASE_URL, S3_BUCKET, dataDir }: Config): Promise<Status['disks']> => {
  const folders = [
    ...(DATABASE_URL && S3_BUCKET ? [] : [{ holds: 'data' as const, folder: dataDir }]),
    { holds: 'uploads' as const, folder: os.tmpdir() },
  ]
  const found = folders.map(async ({ holds, folder }) => {
    const disk = await statfs(folder).catch(() => null)
    if (disk === null) return []
    const { bavail, blocks, bsize } = disk
    return [{ holds, free_bytes: bavail * bsize, total_bytes: blocks * bsize, is_full: isFull(folder) }]
  })
  return (await Promise.all(found)).flat()
}

/** @see contract.getStatus */
export const getStatus = async (
  _input: Input<typeof contract.getStatus>,
  { db, services: { config } }: SignedInPoolCall,
): Promise<Answer<typeof contract.getStatus>> => {
  const now = await databaseNow(db)
  const [networks, queues, mails, latest, holds, backups, disks] = await Promise.all([
    readNetworks(db),
    readQueues(db),
    readMails(db),
    readFailedMails(db),
    readHolds(db),
    readBackups(db, config, now),
    readDisks(config),
  ])
  return {
    version,
    read_at: now.toISOString(),
    networks,
    queues,
    mails: shown(mails.filter(({ status }) => status === 'queued')),
    failed_mails: { count: mails.find(({ status }) => status === 'failed')?.count ?? 0, latest },
    holds: holds.reduce((sum, { count }) => sum + count, 0),
    backups,
    disks,
  }
}
