import { sql } from 'kysely'
import { type Failure, isFailure } from '#domain/kernel/failure.ts'
import type { Tx } from './database.ts'

/**
 * Does one of several things in a transaction: if it returns a failure, what it wrote is rolled back and the transaction goes on with the
 * next. Its locks are kept only if it succeeds.
 */
export const inSavepoint = async <T>(tx: Tx, work: () => Promise<T | Failure>): Promise<T | Failure> => {
  await sql`savepoint one_of_several`.execute(tx)
  const result = await work()
  if (isFailure(result)) await sql`rollback to savepoint one_of_several`.execute(tx)
  await sql`release savepoint one_of_several`.execute(tx)
  return result
}
