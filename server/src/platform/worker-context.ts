import type { Reader } from './db/database.ts'
import { databaseNow } from './db/database-now.ts'
import type { Services } from './http/route.ts'
import { makeSeal, type Seal } from './session/seal.ts'

/** What background work with connected accounts needs. Tests pass their own keys, clock or random numbers. */
export type WorkerContext = {
  readonly services: Services
  readonly seal: Seal
  /** The time by the database's clock: the clocks of several machines differ. */
  now(db: Reader): Promise<Date>
  /** From 0 to 1. */
  random(): number
}

export const makeWorkerContext = (
  services: Services,
  own: Partial<Omit<WorkerContext, 'services'>> = {},
): WorkerContext => ({
  services,
  seal: own.seal ?? makeSeal(services.config),
  now: own.now ?? databaseNow,
  random: own.random ?? Math.random,
})
