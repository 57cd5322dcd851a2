import { type Candidate, type Full, PIECE_BYTES } from './due.ts'

/** How much goes on side by side in one process. */
export type SlotLimits = {
  /** Calls that answer in time: they wait for networks, so many fit into one process. */
  readonly atOnce: number
  /** A few of an account, so that what happens to it stays with it. */
  readonly perAccount: number
  /** From then on a call counts as hanging and leaves its place to others. */
  readonly slowMs: number
  /** With so many hanging, only apps without a hanging call get a turn. */
  readonly hanging: number
  /** Of files that are prepared, so that hundreds of videos at once do not fill the memory; each stands there two or three times. */
  readonly bytes: number
}

export const slotLimits: SlotLimits = {
  ...{ atOnce: 300, perAccount: 4, slowMs: 2_000, hanging: 300 },
  bytes: 256 * 1024 * 1024,
}

/** How often each thing is there. */
const makeTally = () => {
  const counts = new Map<string, number>()
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    from: (least: number): string[] => [...counts].flatMap(([key, count]) => (count >= least ? key : [])),
    add: (key: string, by: 1 | -1): void => {
      const count = (counts.get(key) ?? 0) + by
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
  }
}

/**
 * The places that publications take up while they are worked on. Whatever hangs moves aside after a moment, so that one account, and
 * even one network that no longer answers, never takes all places. `onFree` is told when a place has become free.
 */
export const makeSlots = (limits: SlotLimits, onFree: () => void) => {
  const running = new Map<number, Promise<unknown>>()
  const [ofAccount, ofApp, hangingOfApp] = [makeTally(), makeTally(), makeTally()]
  let [hanging, bytesHeld] = [0, 0]

  return {
    /** How many may begin now. */
    free: (): number => limits.atOnce - (running.size - hanging),
    mayStart: ({ id, account, app, slowed }: Candidate): boolean => {
      if (running.has(id)) return false
      if (slowed === 'app' && ofApp.of(app) > 0) return false
      if (slowed === 'account' && ofAccount.of(account) > 0) return false
      if (ofAccount.of(account) >= limits.perAccount) return false
      return hanging < limits.hanging || hangingOfApp.of(app) === 0
    },
    /** Whether its files find room in the memory; one alone always does. */
    fits: ({ bytes }: Candidate): boolean =>
      bytes === 0 || bytesHeld === 0 || bytesHeld + bytes <= limits.bytes,
    full: (): Full => ({
      accounts: ofAccount.from(limits.perAccount),
      apps: hanging < limits.hanging ? [] : hangingOfApp.from(1),
      isMemoryFull: bytesHeld > 0 && bytesHeld + PIECE_BYTES > limits.bytes,
    }),
    /** Takes a place until the work is over; `work` must not throw. */
    start: ({ id, account, app, bytes }: Candidate, work: () => Promise<unknown>): void => {
      let isHanging = false
      const hang = (by: 1 | -1) => {
        isHanging = by === 1
        hanging += by
        hangingOfApp.add(app, by)
      }
      bytesHeld += bytes
      ofAccount.add(account, 1)
      ofApp.add(app, 1)
      const timer = setTimeout(() => {
        hang(1)
        onFree()
      }, limits.slowMs)
      const done = work().finally(() => {
        clearTimeout(timer)
        if (isHanging) hang(-1)
        bytesHeld -= bytes
        ofAccount.add(account, -1)
        ofApp.add(app, -1)
        running.delete(id)
        onFree()
      })
      running.set(id, done)
    },
    /** When everything that runs now is over. */
    idle: async (): Promise<void> => {
      await Promise.all(running.values())
    },
  }
}
export type Slots = ReturnType<typeof makeSlots>
