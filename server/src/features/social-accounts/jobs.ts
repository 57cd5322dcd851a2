import type { Services } from '#server/platform/http/route.ts'
import { startRounds } from '#server/platform/jobs/rounds.ts'
import { purgeAttempts } from './connecting/pending/commands.ts'
import { checkAccount, type Keeper, makeKeeper } from './health/commands.ts'
import { listDueChecks } from './health/queries.ts'
import { resealAccounts } from './keys/commands.ts'

const SWEEP_MS = 30_000
/** Asked side by side: they wait for networks and not for this machine. */
const AT_ONCE = 10

/**
 * One round of keeping: seals anew what a former key has sealed, forgets attempts that nobody came back for, and asks about the accounts
 * whose turn it is. A sweep and no queue, as the rows say themselves when they are due.
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

/** Keeps accounts until it is stopped; then waits for the round that is under way. */
export const startKeeping = (
  services: Services,
  keeper: Keeper = makeKeeper(services),
): { stop(): Promise<void> } =>
  startRounds(() => keepAccounts(keeper), {
    pauseMs: SWEEP_MS,
    log: services.log,
    failed: 'could not look after the accounts',
  })
