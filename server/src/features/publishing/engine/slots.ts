import { type Candidate, type LimitsReached, PIECE_BYTES } from './due.ts'

/** How much one process does at the same time. */
export type SlotLimits = {
  /**
   * Calls that are answered in time. They mostly wait for networks, so one process can make many: with twice as many, a burst was
   * slower, because they waited for the database.
   */
  readonly atOnce: number
  /** Few, so that the problems of one account stay with that account. */
  readonly perAccount: number
  /** After this a call counts as hanging and gives up its slot. */
  readonly slowMs: number
  /** At this many hanging calls, only apps without one get a slot. */
  readonly hanging: number
  /** Bytes of files being prepared, so that hundreds of videos do not fill the memory; each takes two or three times its size. */
  readonly bytes: number
}

export const slotLimits: SlotLimits = {
  atOnce: 600,
  perAccount: 4,
  slowMs: 2_000,
  hanging: 300,
  bytes: 256 * 1024 * 1024,
}

/** Counts by key. */
const makeCounter = () => {
  const counts = new Map<string, number>()
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    atLeast: (least: number): string[] => [...counts].flatMap(([key, count]) => (count >= least ? key : [])),
    add: (key: string, by: 1 | -1): void => {
      const count = (counts.get(key) ?? 0) + by
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
  }
}

/**
 * The slots that publications occupy while they are attempted. A hanging call gives up its slot after a moment, so that one account, or
 * even a whole network that no longer answers, never takes all of them. `onFree` is called when a slot becomes free.
 */
export const makeSlots = (limits: SlotLimits, onFree: () => void) => {
  const running = new Map<number, Promise<unknown>>()
  const [ofAccount, ofApp, hangingOfApp] = [makeCounter(), makeCounter(), makeCounter()]
  let [hanging, bytesInUse] = [0, 0]

  return {
    /** How many may start now. */
    free: (): number => limits.atOnce - (running.size - hanging),
    mayStart: ({ id, account, app, slowed }: Candidate): boolean => {
      if (running.has(id)) return false
      if (slowed === 'app' && ofApp.of(app) > 0) return false
      if (slowed === 'account' && ofAccount.of(account) > 0) return false
      if (ofAccount.of(account) >= limits.perAccount) return false
      return hanging < limits.hanging || hangingOfApp.of(app) === 0
    },
    /** Whether its files fit into memory; a single one always does. */
    fits: ({ bytes }: Candidate): boolean =>
      bytes === 0 || bytesInUse === 0 || bytesInUse + bytes <= limits.bytes,
    full: (): LimitsReached => ({
      accounts: ofAccount.atLeast(limits.perAccount),
      apps: hanging < limits.hanging ? [] : hangingOfApp.atLeast(1),
      isMemoryFull: bytesInUse > 0 && bytesInUse + PIECE_BYTES > limits.bytes,
    }),
    /** Occupies a slot until the work ends; `work` must not throw. */
    start: ({ id, account, app, bytes }: Candidate, work: () => Promise<unknown>): void => {
      let isHanging = false
      const hang = (by: 1 | -1) => {
        isHanging = by === 1
        hanging += by
        hangingOfApp.add(app, by)
      }
      bytesInUse += bytes
      ofAccount.add(account, 1)
      ofApp.add(app, 1)
      const timer = setTimeout(() => {
        hang(1)
        onFree()
      }, limits.slowMs)
      const done = work().finally(() => {
        clearTimeout(timer)
        if (isHanging) hang(-1)
        bytesInUse -= bytes
        ofAccount.add(account, -1)
        ofApp.add(app, -1)
        running.delete(id)
        onFree()
      })
      running.set(id, done)
    },
    /** Resolves when everything that is running now has ended. */
    idle: async (): Promise<void> => {
      await Promise.all(running.values())
    },
  }
}
export type Slots = ReturnType<typeof makeSlots>
