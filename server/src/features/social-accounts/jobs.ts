import type { JobOutcome, JobQueue } from '#server/platform/jobs/jobs.ts'
import { purgeAttempts } from './connecting/pending/commands.ts'
import { checkAccount, type Keeper } from './health/commands.ts'
import { listDueChecks } from './health/queries.ts'
import { resealAccounts } from './keys/commands.ts'

/** Asked side by side: they wait for networks and not for this machine. */
const AT_ONCE = 20

/**
 * One round of keeping: seals anew what a former key has sealed, forgets attempts that nobody came back for, and asks about the accounts
 * whose turn it is.
 */
export const keepAccounts = async (keeper: Keeper): Promise<void> => {
  const { db, log } = keeper.services
  const now = await keeper.now(db)
  await resealAccounts(db, keeper.seal, log)
  await purgeAttempts(db, now)
  const ids = await listDueChecks(db, now, AT_ONCE)
  await Promise.all(
    ids.map(id =>
      checkAccount(keeper, id).catch((error: unknown) =>
        // Its lease runs out by itself, so that a broken account is not asked about all the time.
        log.error({ err: error, account: id }, 'an account could not be checked'),
      ),
    ),
  )
}

/** The rows say themselves when an account is to be asked about; this looks which ones are due. */
export const checkAccountsQueue: JobQueue = {
  name: 'check-accounts',
  cron: '* * * * *',
  expireSeconds: 300,
}

export const checkAccounts = async (keeper: Keeper): Promise<JobOutcome> => {
  await keepAccounts(keeper)
  return 'done'
}
