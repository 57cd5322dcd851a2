import { type MessagePort, Worker, type WorkerOptions } from 'node:worker_threads'

/** How long the end of a thread is waited for, which frees its memory. It has come after 0.4 s at most where it was measured. */
const ENDING_MS_MAX = 5_000
/** What a thread that works has of its time at least, on a machine that is not busy. */
const BUSY_SHARE = 1 / 3
const ROUNDS_MAX = 4

type Heap = WorkerOptions['resourceLimits']

export type ThreadLimits = {
  /** Milliseconds until an answer. On a busy machine, where the thread had less than a third of them, it has them again, four times in all. */
  readonly ms: number
  /** In megabytes. */
  readonly heap: Heap
}

/** How much of the processor a thread has used, in milliseconds. One that has not started or has ended cannot tell. */
const usedMs = (thread: Worker): Promise<number> =>
  thread.cpuUsage().then(
    ({ user, system }) => (user + system) / 1000,
    () => 0,
  )

/** Calls `giveUp` once the thread has had its time. @returns how to stop that */
const limitTime = (thread: Worker, ms: number, giveUp: () => void): (() => void) => {
  const before = usedMs(thread)
  let rounds = 0
  const check = async () => {
    rounds += 1
    // A thread that waits for something tells nobody what it has used, so the last round asks it nothing.
    if (rounds === ROUNDS_MAX) giveUp()
    else if ((await usedMs(thread)) - (await before) > ms * BUSY_SHARE) giveUp()
  }
  const timer = setInterval(check, ms)
  return () => clearInterval(timer)
}

/** The first message of a thread; `too_much` if it had no time or memory left, or ended without one. @throws what its script throws */
const answerOf = async <Answer>(thread: Worker, ms: number): Promise<Answer | 'too_much'> => {
  const { promise, resolve, reject } = Promise.withResolvers<Answer | 'too_much'>()
  const giveUp = () => resolve('too_much')
  let fault: NodeJS.ErrnoException | null = null
  const note = (error: NodeJS.ErrnoException) => {
    fault = error
  }
  // A fault is told on another way than an answer, and may overtake it; once the thread has ended, both have come.
  const end = () => (fault === null || fault.code === 'ERR_WORKER_OUT_OF_MEMORY' ? giveUp() : reject(fault))
  const stop = limitTime(thread, ms, giveUp)
  thread.on('message', resolve).on('error', note).on('exit', end)
  try {
    return await promise
  } finally {
    stop()
    thread.off('message', resolve).off('error', note).off('exit', end)
  }
}

const startThread = (script: URL, options: WorkerOptions): Worker =>
  // An error that nobody listens to would end the process: what a thread has left running may fail after its answer.
  new Worker(script, options).on('error', () => undefined)

const endThread = async (thread: Worker): Promise<void> => {
  const waited = new Promise(done => setTimeout(done, ENDING_MS_MAX).unref())
  await Promise.race([thread.terminate(), waited])
}

/**
 * Starts a thread for work that a file of a stranger can make endless, or that takes a processor for long, so that everybody else's calls
 * go on. Whatever becomes of the thread, this ends.
 * @param data what the script reads as `workerData`
 * @param ports those in `data`, by which it asks for more
 * @returns the first message of the script; `too_much` if it had no time or memory left, or ended without one
 * @throws what the script throws
 */
export const askThread = async <Answer>(
  script: URL,
  data: unknown,
  { ms, heap }: ThreadLimits,
  ports: readonly MessagePort[] = [],
): Promise<Answer | 'too_much'> => {
  const thread = startThread(script, { workerData: data, resourceLimits: heap, transferList: [...ports] })
  try {
    return await answerOf<Answer>(thread, ms)
  } finally {
    await endThread(thread)
  }
}

type Kept<Answer> = {
  readonly heap: Heap
  /** How long a thread without a question is kept. */
  readonly keptMs: number
  /** Whether the thread that gave this answer may be asked again. */
  readonly isSound: (answer: Answer) => boolean
}

/**
 * As `askThread`, with a thread that is kept for the next question, where starting one takes longer than the work. Its script answers each
 * message with one. A thread has one question at a time. One that was kept and fails is replaced, and the new one is asked the same: what
 * an earlier question has left in it is no reason to refuse this one.
 */
export const keptThread = <Question, Answer>(script: URL, { heap, keptMs, isSound }: Kept<Answer>) => {
  let waiting: { readonly thread: Worker; readonly end: NodeJS.Timeout } | null = null

  const start = (): Worker => {
    const thread = startThread(script, { resourceLimits: heap })
    return thread.on('exit', () => {
      if (waiting?.thread === thread) waiting = null
    })
  }
  const take = (): Worker | null => {
    if (waiting === null) return null
    const { thread, end } = waiting
    waiting = null
    clearTimeout(end)
    thread.ref()
    return thread
  }
  const keep = (thread: Worker): void => {
    thread.unref()
    waiting = { thread, end: setTimeout(() => thread.terminate(), keptMs).unref() }
  }
  const ask = async (thread: Worker, question: Question, ms: number): Promise<Answer | 'too_much'> => {
    let isUsable = false
    try {
      thread.postMessage(question)
      const answer = await answerOf<Answer>(thread, ms)
      isUsable = answer !== 'too_much' && isSound(answer)
      return answer
    } finally {
      if (isUsable && waiting === null) keep(thread)
      else await endThread(thread)
    }
  }
  return async (question: Question, ms: number): Promise<Answer | 'too_much'> => {
    const kept = take()
    const answer = kept === null ? 'too_much' : await ask(kept, question, ms).catch(() => 'too_much' as const)
    return answer === 'too_much' ? ask(start(), question, ms) : answer
  }
}
