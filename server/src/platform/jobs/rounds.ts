import type { Log } from '#server/platform/log/log.ts'

/**
 * Does a round of work at once and then again and again, so many milliseconds after the end of the last one, until it is stopped; `stop`
 * waits for the round that is under way. A round that fails is logged with these words, and the next one comes all the same. For what the
 * rows themselves say is due: no queue has to announce it, and nothing is lost while no worker runs.
 */
export const startRounds = (
  round: () => Promise<unknown>,
  { pauseMs, log, failed }: { pauseMs: number; log: Log; failed: string },
): { stop(): Promise<void> } => {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let present: Promise<unknown> = Promise.resolve()
  const turn = () => {
    present = round()
      .catch((error: unknown) => log.warn({ err: error }, failed))
      .finally(() => {
        if (!isStopped) timer = setTimeout(turn, pauseMs)
      })
  }
  turn()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await present
    },
  }
}
