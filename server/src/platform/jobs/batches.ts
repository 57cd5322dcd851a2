import DataLoader from 'dataloader'
import pLimit from 'p-limit'

/**
 * Turns calls for one key each into batches: what hundreds of publications ask of the database at the same moment becomes a few statements.
 * Calls that come while `atOnce` batches are running wait and form the next batch, of `size` keys at most. A call that comes alone does not
 * wait. `work` answers in the order of its keys, which are never null or undefined. When it throws, each key is tried alone, so that one
 * failure does not affect the others.
 */
export const batched = <K extends NonNullable<unknown>, V>(
  work: (keys: readonly K[]) => Promise<readonly V[]>,
  { size, atOnce }: { size: number; atOnce: number },
): ((key: K) => Promise<V>) => {
  const run = async (keys: readonly K[]): Promise<readonly (V | Error)[]> => {
    try {
      return await work(keys)
    } catch (error) {
      if (keys.length === 1) return [error instanceof Error ? error : new Error(String(error))]
      const results: (V | Error)[] = []
      for (const key of keys) results.push(...(await run([key])))
      return results
    }
  }
  const limit = pLimit(atOnce)
  let latest: ReturnType<typeof run>
  const load = (keys: readonly K[]) => {
    latest = run(keys)
    return latest
  }
  const dispatchInTurn = (dispatch: () => void): Promise<unknown> =>
    limit(() => {
      dispatch()
      return latest
    })
  // A batch that waits for its turn stays open. The library's own schedule would dispatch it at the end of the tick.
  const batchScheduleFn = (dispatch: () => void) => setImmediate(dispatchInTurn, dispatch)
  const loader = new DataLoader<K, V>(load, { cache: false, maxBatchSize: size, batchScheduleFn })
  return key => loader.load(key)
}

/** Makes one of something per owner, on first use; it is garbage collected with its owner. */
export const oncePer = <O extends object, T>(make: (owner: O) => T): ((owner: O) => T) => {
  const made = new WeakMap<O, T>()
  return owner => {
    const found = made.get(owner)
    if (found !== undefined) return found
    const fresh = make(owner)
    made.set(owner, fresh)
    return fresh
  }
}
