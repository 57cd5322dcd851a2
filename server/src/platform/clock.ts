/** The current time. Injected, so that a test can choose any instant. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

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
