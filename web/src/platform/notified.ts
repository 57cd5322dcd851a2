/** Called when the person has something new to read, or has read something on another page. */
const listeners = new Set<() => void>()

/** @returns a function that stops it */
export const onNotified = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const signalNotified = (): void => {
  for (const listener of listeners) listener()
}
