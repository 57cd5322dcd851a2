/**
 * Collects the calls that come while earlier ones are worked on and works on them as one: what hundreds of publications ask of the
 * database in the same moment becomes a few statements. A call alone waits for nobody. `work` answers in the order of its keys; when it
 * throws, each key is worked on by itself, so that one call's trouble is not the others'.
 *
 * `size`: how many at most at once. `atOnce`: how many batches may run beside each other.
 */
export const inBatches = <K, V>(
  work: (keys: readonly K[]) => Promise<readonly V[]>,
  { size, atOnce }: { size: number; atOnce: number },
): ((key: K) => Promise<V>) => {
  type Waiting = { key: K; resolve: (value: V) => void; reject: (error: unknown) => void }
  const waiting: Waiting[] = []
  let running = 0
  let isPlanned = false

  const workOn = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const values = await work(batch.map(({ key }) => key))
      for (const [index, { resolve }] of batch.entries()) resolve(values[index] as V)
    } catch (error) {
      const [first] = batch
      if (batch.length === 1) first?.reject(error)
      else for (const each of batch) await workOn([each])
    }
  }
  const begin = (): void => {
    isPlanned = false
    while (running < atOnce && waiting.length > 0) {
      running += 1
      void workOn(waiting.splice(0, size)).finally(() => {
        running -= 1
        plan()
      })
    }
  }
  // After the present turn of the event loop: whoever asks in the same one belongs together.
  const plan = (): void => {
    if (isPlanned || running >= atOnce || waiting.length === 0) return
    isPlanned = true
    setImmediate(begin)
  }
  return key =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      plan()
    })
}

/** One of something for each owner, made when it is first asked for and gone with its owner. */
export const oneFor = <O extends object, T>(make: (owner: O) => T): ((owner: O) => T) => {
  const made = new WeakMap<O, T>()
  return owner => {
    const found = made.get(owner)
    if (found !== undefined) return found
    const fresh = make(owner)
    made.set(owner, fresh)
    return fresh
  }
}
