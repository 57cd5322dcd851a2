import type { Reader } from '#server/platform/db/database.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { type AccountChecker, checkAccount } from './check-account.ts'
import { purgePending } from './connection/pending-connections.ts'
import { resealAccounts } from './token-keys.ts'

/** Checked in parallel: they wait for networks, not for this machine. */
const AT_ONCE = 20

/** Runs every minute; the rows themselves say when an account is due for a check. */
export const checkAccountsQueue: JobQueue = {
  name: 'check-accounts',
  cron: '* * * * *',
  expireSeconds: 300,
}

/** Reseals what an older key has sealed, deletes abandoned connection attempts, and checks the accounts that are due. */
export const checkAccounts = async (checker: AccountChecker): Promise<JobOutcome> => {
  const { db, log } = checker.services
  const now = await checker.now(db)
  await resealAccounts(db, checker.seal, log)
  await purgePending(db, now)
  const ids = await listDueChecks(db, now, AT_ONCE)
  await Promise.all(
    ids.map(id =>
      checkAccount(checker, id).catch((error: unknown) =>
        // The lease expires by itself, so a broken account is not checked again at once.
        log.error({ err: error, account: id }, 'could not check an account'),
      ),
    ),
  )
  return 'done'
}

/** Accounts that are due for a regular check, whose access has just expired, or that publishing has found to need reconnecting. */
export const listDueChecks = async (db: Reader, now: Date, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('social_accounts')
    .innerJoin('projects', 'projects.id', 'social_accounts.project_id')
    .select('social_accounts.id')
    .where('social_accounts.removed_at', 'is', null)
    .where('projects.deleted_at', 'is', null)
    .where('sealed_token', 'is not', null)
    .where(eb => eb.or([eb('check_lease_until', 'is', null), eb('check_lease_until', '<=', now)]))
    .where(eb =>
      eb.or([
        eb('check_due_at', '<=', now),
        eb.and([
          eb('reconnect_reason', 'is', null),
          eb.or([eb('needs_reconnecting', '=', true), eb('expires_at', '<=', now)]),
        ]),
      ]),
    )
    .orderBy('check_due_at')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}
