import { useEffect, useState } from 'react'

/** Runs after the next paint. @returns how to call it off */
export const afterPaint = (run: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** The value as it was painted last: what follows from a change and costs more than the change itself is drawn after it. */
export const useAfterPaint = <T>(value: T): T => {
  const [painted, setPainted] = useState(value)
  useEffect(() => afterPaint(() => setPainted(value)), [value])
  return painted
}
