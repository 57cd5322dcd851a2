import { sql } from 'kysely'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { prices } from '#domain/networks/prices.ts'
import { openStatuses } from '#domain/publishing/status.ts'
import type { Config } from './config.ts'
import { readBackupState } from './features/backups/past-backups.ts'
import { monthOf } from './features/social-accounts/paid-calls.ts'
import type { Db } from './platform/db/database.ts'
import { databaseNow } from './platform/db/database-now.ts'
import type { GaugeSet, Reading } from './platform/metrics/serve-metrics.ts'

type Row = { readonly value: number; readonly age: number | null } & Readonly<Record<string, unknown>>

/** A reading of how many, and one of how many seconds the oldest waits where that is known. */
const readingsOf = (name: string, ageName: string | null, rows: readonly Row[]): Reading[] =>
  rows.flatMap(({ value, age, ...rest }) => {
    const labels = Object.fromEntries(Object.entries(rest).map(([key, text]) => [key, String(text)]))
    return [
      { name, labels, value: Number(value) },
      ...(ageName === null || age === null
        ? []
        : [{ name: ageName, labels, value: Math.max(0, Number(age)) }]),
    ]
  })

const readPublications = (db: Db) =>
  sql<Row>`
    select social_network as network, status, count(*)::int as value,
      extract(epoch from now() - min(due_at) filter (where run_at <= now() and held_at is null))::float as age
    from publications where status in (${sql.join(openStatuses)}) group by 1, 2`.execute(db)

const readJobs = (db: Db) =>
  sql<Row>`
    select name as queue, state, count(*)::int as value,
      extract(epoch from now() - min(start_after) filter (where start_after <= now()))::float as age
    from pgboss.job where state in ('created', 'retry', 'active') group by 1, 2`.execute(db)

const readMails = (db: Db) =>
  sql<Row>`
    select status, count(*)::int as value, extract(epoch from now() - min(queued_at))::float as age
    from outgoing_mails where status in ('queued', 'failed') group by 1`.execute(db)

const readAccounts = (db: Db) =>
  sql<Row>`
    select social_network as network, count(*)::int as value, null as age
    from social_accounts where removed_at is null and needs_reconnecting group by 1`.execute(db)

const readLimits = (db: Db) =>
  sql<Row>`
    select split_part(subject, '/', 1) as network, count(*)::int as value, null as age
    from network_limits where not_before > now() group by 1`.execute(db)

const readHolds = (db: Db) =>
  sql<Row>`
    select scope, count(*)::int as value, null as age from publishing_holds
    where released_at is null and reason <> 'paused' group by 1`.execute(db)

const readGathering = (db: Db) =>
  sql<Row>`
    select m.social_network as network, count(*)::int as value,
      extract(epoch from now() - min(m.due_at))::float as age
    from metric_accounts m
    join social_accounts s on s.project_id = m.project_id and s.social_network = m.social_network
      and s.external_id = m.external_id and s.removed_at is null and not s.needs_reconnecting
    join projects p on p.id = m.project_id and p.deleted_at is null
    where m.due_at <= now() group by 1`.execute(db)

/** What reading has cost since the month began, where a network charges for it. Writing is left out: it follows from the posts, whose scan is too much for a scrape. */
const readCosts = async (db: Db): Promise<readonly Reading[]> => {
  const month = `${monthOf(await databaseNow(db))}-01`
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

/** Nothing where no backups are configured; no age before the first good one. */
const readBackups = async (db: Db, config: Config): Promise<readonly Reading[]> => {
  const now = await databaseNow(db)
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
    const [publications, jobs, mails, accounts, limits, holds, gathering, costs, backups] = await Promise.all(
      [
        readPublications(db),
        readJobs(db),
        readMails(db),
        readAccounts(db),
        readLimits(db),
        readHolds(db),
        readGathering(db),
        readCosts(db),
        readBackups(db, config),
      ],
    )
    return [
      ...readingsOf('galley_publications', 'galley_publication_overdue_seconds', publications.rows),
      ...readingsOf('galley_jobs', 'galley_job_waiting_seconds', jobs.rows),
      ...readingsOf('galley_mails', 'galley_mail_waiting_seconds', mails.rows),
      ...readingsOf('galley_accounts_to_reconnect', null, accounts.rows),
      ...readingsOf('galley_network_limits', null, limits.rows),
      ...readingsOf('galley_publishing_holds', null, holds.rows),
      ...readingsOf('galley_accounts_to_gather', 'galley_gathering_waiting_seconds', gathering.rows),
      ...costs,
      ...backups,
    ]
  },
})
