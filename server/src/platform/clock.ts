/** The current time. Injected, so that a test can choose any instant. */
export type Clock = { now(): Date }

/** Returns the elapsed milliseconds. Uses two clocks, since one stops while the machine sleeps and the other may be set back. */
export const startTimer = (): (() => number) => {
  const [begun, at] = [performance.now(), Date.now()]
  return () => Math.max(performance.now() - begun, Date.now() - at)
}

/** This machine's clock was set, or the machine has slept, if its two clocks differ by more. */
const STEP_MS = 500

/** More than what a slow answer or drift explains, in milliseconds. */
export const SKEW_MS_MAX = 2_000

/** A clock that follows another one, which is far away. */
export type FollowingClock = Clock & {
  /**
   * Takes an answer of the other clock, which told its time (`shown`, milliseconds since 1970) at some moment of the last `tookMs`: the
   * first one for its middle. Later ones correct this clock by no more than they must, so that a slow one does no harm. It goes back only
   * if it was more than two seconds ahead, else it stands still for so long.
   * @returns by how much this one was corrected, in milliseconds
   */
  follow(shown: number, tookMs: number): number
  /** Whether this machine's clock was set, or the machine has slept, since the last answer. */
  hasStepped(): boolean
}

/** Before the first answer it shows this machine's time, and between two answers it goes on by this machine's. */
export const followingClock = (): FollowingClock => {
  const begin = (at: number) => ({ at, elapsed: startTimer(), ahead: Date.now() - performance.now() })
  let last: ReturnType<typeof begin> | null = null
  let earliest = Number.NEGATIVE_INFINITY
  const present = () => (last ? last.at + last.elapsed() : Date.now())
  const displayed = () => Math.max(present(), earliest)
  return {
    now: () => new Date(displayed()),
    hasStepped: () => last !== null && Math.abs(Date.now() - performance.now() - last.ahead) > STEP_MS,
    follow: (shown, tookMs) => {
      const ours = present()
      // The other one is cut to whole milliseconds.
      const at = last ? Math.min(Math.max(ours, shown), shown + tookMs + 1) : shown + tookMs / 2
      earliest = displayed() - at > SKEW_MS_MAX ? at : displayed()
      last = begin(at)
      return at - ours
    },
  }
}

/**
 * The time that all processes of an installation share: the database's (docs/decisions/0200-one-clock.md). What another machine judges, or
 * what is compared with rows, is told by it. In commands, which do not follow, it is this machine's.
 */
export const sharedClock = followingClock()

type LeadListener = (host: string, ms: number) => void
let leadListener: LeadListener = () => undefined

/** Says that another host judges our calls by a clock that is this much ahead of the shared one, in milliseconds. */
export const tellClockLead: LeadListener = (host, ms) => leadListener(host, ms)

/** Who hears that in this process. */
export const onClockLead = (listener: LeadListener): void => {
  leadListener = listener
}

/** A clock for tests that moves only when told to. */
export const fixedClock = (start: Date): Clock & { set(to: Date): void; advance(ms: number): void } => {
  let present = start.getTime()
  return {
    now: () => new Date(present),
    set: to => {
      present = to.getTime()
    },
    advance: ms => {
      present += ms
    },
  }
}
