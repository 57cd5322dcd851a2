import { sql } from 'kysely'
import { openStatuses } from '#domain/publishing/status.ts'
import type { Db } from './platform/db/database.ts'
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
    select scope, count(*)::int as value, null as age from publishing_holds where released_at is null group by 1`.execute(
    db,
  )

/** What waits, in the whole installation: each process that is scraped says the same. */
export const gaugesOf = (db: Db): GaugeSet => ({
  gauges: [
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
  ],
  read: async () => {
    const [publications, jobs, mails, accounts, limits, holds] = await Promise.all([
      readPublications(db),
      readJobs(db),
      readMails(db),
      readAccounts(db),
      readLimits(db),
      readHolds(db),
    ])
    return [
      ...readingsOf('galley_publications', 'galley_publication_overdue_seconds', publications.rows),
      ...readingsOf('galley_jobs', 'galley_job_waiting_seconds', jobs.rows),
      ...readingsOf('galley_mails', 'galley_mail_waiting_seconds', mails.rows),
      ...readingsOf('galley_accounts_to_reconnect', null, accounts.rows),
      ...readingsOf('galley_network_limits', null, limits.rows),
      ...readingsOf('galley_publishing_holds', null, holds.rows),
    ]
  },
})
