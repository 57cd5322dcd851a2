import { type Failure, isFailure } from '#domain/kernel/failure.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** Carries a returned failure out of the transaction, so that it rolls back. */
class Rollback extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.code)
    this.failure = failure
  }
}

/** Runs the work in one transaction. A returned failure rolls it back, unless `stays` says that its writes are to be kept. */
export const inTransaction = async <T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  stays: (failure: Failure) => boolean = () => false,
): Promise<T> => {
  try {
    return await db.transaction().execute(async tx => {
      const answer = await work(tx)
      if (isFailure(answer) && !stays(answer)) throw new Rollback(answer)
      return answer
    })
  } catch (error) {
    // The work's own answer.
    if (error instanceof Rollback) return error.failure as T
    throw error
  }
}
