import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { ReadArchive } from '#domain/archives/posts.ts'
import { chosenMediaLimits } from '#domain/networks/media-limits.ts'
import { readInTurn } from '#server/platform/reading-turns.ts'
import type { Unreadable } from './read-project-text.ts'

/** The largest export that is taken needs a few seconds. */
const READING_MS_MAX = 30_000
/** In megabytes. */
const MEMORY_MAX = 512

type Read = ReadArchive | Unreadable

const tooMuch: Unreadable = { problem: 'This export takes too much time or memory to be read.' }

/** Reads the directory and the `project.json` of an export. Its media stay packed. */
export const readArchive = (path: string, userId: number): Promise<Read> =>
  readInTurn(userId, () => readApart(path))

/**
 * In a process of its own: a thread that runs out of memory within `JSON.parse` takes all threads of its process along (decision 67). It gets
 * nothing of the environment, where the secrets are.
 */
const readApart = async (path: string): Promise<Read> => {
  const child = fork(new URL('./archive-process.ts', import.meta.url), [path, chosenMediaLimits()], {
    execArgv: [`--max-old-space-size=${MEMORY_MAX}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: READING_MS_MAX,
    killSignal: 'SIGKILL',
  })
  const ended = once(child, 'exit')
  const [answer] = await Promise.race([once(child, 'message'), ended.then(() => [null])])
  child.kill('SIGKILL')
  await ended
  if (answer === null) return tooMuch
  const { read, failure } = answer as { readonly read?: Read; readonly failure?: string }
  if (read === undefined) throw new Error(failure)
  return read
}
