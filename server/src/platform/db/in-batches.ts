/** Rows of one statement: few enough that nobody waits long for their locks. */
const BATCH = 5_000

/** Repeats what removes at most so many rows until there are no more. @returns how many it removed */
export const inBatches = async (removeSome: (limit: number) => Promise<number>): Promise<number> => {
  for (let total = 0; ; ) {
    const removed = await removeSome(BATCH)
    total += removed
    if (removed < BATCH) return total
  }
}
