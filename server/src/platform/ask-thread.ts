import { Worker, type WorkerOptions } from 'node:worker_threads'

/** How long the end of a thread is waited for, which frees its memory. It has come after 0.4 s at most where it was measured. */
const ENDING_MS_MAX = 5_000

export type ThreadLimits = {
  /** Milliseconds until an answer. */
  readonly ms: number
  /** In megabytes. */
  readonly heap: WorkerOptions['resourceLimits']
}

/**
 * Starts a thread for work that a file of a stranger can make endless, or that takes a processor for long, so that everybody else's calls
 * go on. Whatever becomes of the thread, this ends.
 * @param data what the script reads as `workerData`
 * @returns the first message of the script; `too_much` if it had no time or memory left, or ended without one
 * @throws what the script throws
 */
export const askThread = async <Answer>(
  script: URL,
  data: unknown,
  { ms, heap }: ThreadLimits,
): Promise<Answer | 'too_much'> => {
  const thread = new Worker(script, { workerData: data, resourceLimits: heap })
  const { promise, resolve, reject } = Promise.withResolvers<Answer | 'too_much'>()
  const giveUp = () => resolve('too_much')
  const timer = setTimeout(giveUp, ms)
  thread.once('message', resolve)
  thread.once('exit', giveUp)
  // Not only once: an error that nobody listens to would end the process.
  thread.on('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? giveUp() : reject(error),
  )
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    const waited = new Promise(done => setTimeout(done, ENDING_MS_MAX).unref())
    await Promise.race([thread.terminate(), waited])
  }
}
