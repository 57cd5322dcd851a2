import type { RawBuilder } from 'kysely'
import type { Db } from './database.ts'

/** Rows of one statement: few enough that nobody waits long for their locks. */
const BATCH = 5_000

/** Repeats a statement that changes at most so many rows until there are no more of them. @returns how many it changed */
export const inBatches = async (
  db: Db,
  statement: (limit: number) => RawBuilder<unknown>,
): Promise<number> => {
  for (let total = 0; ; ) {
    const { numAffectedRows = 0n } = await statement(BATCH).execute(db)
    total += Number(numAffectedRows)
    if (numAffectedRows < BATCH) return total
  }
}
