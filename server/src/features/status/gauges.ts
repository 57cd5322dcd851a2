import type { SocialNetwork } from '#domain/networks/model.ts'
import { prices } from '#domain/networks/prices.ts'
import type { Config } from '#server/config.ts'
import { readBackupState } from '#server/features/backups/past-backups.ts'
import { monthOf } from '#server/features/social-accounts/paid-calls.ts'
import type { Db } from '#server/platform/db/database.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import type { GaugeSet, Reading } from '#server/platform/metrics/serve-metrics.ts'
import {
  readAccounts,
  readGathering,
  readHolds,
  readJobs,
  readLimits,
  readMails,
  readPublications,
  readUsedLimits,
} from './waiting.ts'

type Labels = Readonly<Record<string, string>>

/** How many, and how many seconds the oldest of them has waited where something waits. */
const readingsOf = <Row extends { readonly count: number; readonly since?: Date | null }>(
  rows: readonly Row[],
  {
    names: [name, ageName],
    labels,
    now,
  }: { names: [string, string?]; labels: (row: Row) => Labels; now: Date },
): Reading[] =>
  rows.flatMap(row => {
    const { count, since = null } = row
    const counted = { name, labels: labels(row), value: count }
    if (ageName === undefined || since === null) return [counted]
    const age = Math.max(0, (now.getTime() - since.getTime()) / 1000)
    return [counted, { name: ageName, labels: labels(row), value: age }]
  })

const byNetwork = ({ network }: { readonly network: string }): Labels => ({ network })

/** What reading has cost since the month began, where a network charges for it. Writing is left out: it follows from the posts, whose scan is too much for a scrape. */
const readCosts = async (db: Db, now: Date): Promise<readonly Reading[]> => {
  const month = `${monthOf(now)}-01`
  const called = await db
    .selectFrom('paid_calls')
    .select(({ fn }) => [
      'social_network',
      fn.sum<string>('posts').as('posts'),
      fn.sum<string>('users').as('users'),
    ])
    .where('month', '=', month)
    .groupBy('social_network')
    .execute()
  return called.flatMap(({ social_network: network, posts, users }) => {
    const price = prices[network as SocialNetwork]
    if (!price) return []
    const value = Number(posts) * price.readPost + Number(users) * price.readUser
    return [{ name: 'galley_reading_dollars', labels: { network }, value }]
  })
}

const readUsed = async (db: Db): Promise<readonly Reading[]> =>
  (await readUsedLimits(db)).map(({ percent, ...labels }) => ({
    name: 'galley_network_limit_used_percent',
    labels,
    value: percent,
  }))

/** Nothing where no backups are configured; no age before the first good one. */
const readBackups = async (db: Db, config: Config, now: Date): Promise<readonly Reading[]> => {
  const state = await readBackupState(db, config, now)
  if (!state) return []
  const { lastGood, problem } = state
  const age = lastGood && (now.getTime() - lastGood.at.getTime()) / 1000
  return [
    { name: 'galley_backup_failed', labels: {}, value: problem === null ? 0 : 1 },
    ...(age === null ? [] : [{ name: 'galley_backup_age_seconds', labels: {}, value: age }]),
  ]
}

const gauges: GaugeSet['gauges'] = [
  {
    name: 'galley_publications',
    help: 'Posts that are on their way to a network, by status.',
    labels: ['network', 'status'],
  },
  {
    name: 'galley_publication_overdue_seconds',
    help: 'Since when the longest of them could have gone out.',
    labels: ['network', 'status'],
  },
  { name: 'galley_jobs', help: 'Background jobs, by queue and state.', labels: ['queue', 'state'] },
  {
    name: 'galley_job_waiting_seconds',
    help: 'Since when the oldest of them could have begun.',
    labels: ['queue', 'state'],
  },
  { name: 'galley_mails', help: 'Mails that wait or were given up.', labels: ['status'] },
  { name: 'galley_mail_waiting_seconds', help: 'The age of the oldest of them.', labels: ['status'] },
  { name: 'galley_accounts_to_reconnect', help: 'Accounts that cannot publish.', labels: ['network'] },
  {
    name: 'galley_network_limits',
    help: 'Accounts and apps that a network lets wait.',
    labels: ['network'],
  },
  {
    name: 'galley_network_limit_used_percent',
    help: 'How much of a limit a network says to be used, the most of its accounts or apps.',
    labels: ['network', 'scope'],
  },
  { name: 'galley_publishing_holds', help: 'Holds of publishing, by what they hold.', labels: ['scope'] },
  {
    name: 'galley_accounts_to_gather',
    help: 'Accounts whose figures could be gathered now.',
    labels: ['network'],
  },
  {
    name: 'galley_gathering_waiting_seconds',
    help: 'Since when the oldest of them could have been.',
    labels: ['network'],
  },
  {
    name: 'galley_reading_dollars',
    help: 'What reading has cost this month, where a network charges for it.',
    labels: ['network'],
  },
  { name: 'galley_backup_age_seconds', help: 'How long ago the last good backup ended.', labels: [] },
  { name: 'galley_backup_failed', help: '1 if the latest attempt failed.', labels: [] },
]

/** What waits, in the whole installation: each process that is scraped says the same. */
export const gaugesOf = (db: Db, config: Config): GaugeSet => ({
  gauges,
  read: async () => {
    const now = await databaseNow(db)
    const [publications, jobs, mails, accounts, limits, used, holds, figures, costs, backups] =
      await Promise.all([
        readPublications(db),
        readJobs(db),
        readMails(db),
        readAccounts(db),
        readLimits(db),
        readUsed(db),
        readHolds(db),
        readGathering(db),
        readCosts(db, now),
        readBackups(db, config, now),
      ])
    return [
      ...readingsOf(publications, {
        names: ['galley_publications', 'galley_publication_overdue_seconds'],
        labels: ({ network, status }) => ({ network, status }),
        now,
      }),
      ...readingsOf(jobs, {
        names: ['galley_jobs', 'galley_job_waiting_seconds'],
        labels: ({ queue, state }) => ({ queue, state }),
        now,
      }),
      ...readingsOf(mails, {
        names: ['galley_mails', 'galley_mail_waiting_seconds'],
        labels: ({ status }) => ({ status }),
        now,
      }),
      ...readingsOf(accounts, { names: ['galley_accounts_to_reconnect'], labels: byNetwork, now }),
      ...readingsOf(limits, { names: ['galley_network_limits'], labels: byNetwork, now }),
      ...used,
      ...readingsOf(holds, { names: ['galley_publishing_holds'], labels: ({ scope }) => ({ scope }), now }),
      ...readingsOf(figures, {
        names: ['galley_accounts_to_gather', 'galley_gathering_waiting_seconds'],
        labels: byNetwork,
        now,
      }),
      ...costs,
      ...backups,
    ]
  },
})
