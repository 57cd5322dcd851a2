/** What time it is. Injected, so that a test can stand at any instant. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands still until it is moved. */
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
