import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { processEnv } from '#testing/galley-process.ts'
import { serveNetworks } from '#testing/publishing/distant-networks.ts'
import { drawing, makePauseRace } from '#testing/publishing/pause-race.ts'
import { useRace } from '#testing/publishing/race.ts'

// Of `npm run test:all`, which sets the number of posts; `PAUSE_SEED` draws other moments.
const { PAUSES = '' } = process.env
const posts = Number(PAUSES)
const seed = Number(process.env.PAUSE_SEED ?? 1)
const WAVE = 300
const WORKERS = 3

const race = useRace()
const program = path.join(import.meta.dirname, '../../../testing/publishing/killed-worker.ts')
const workers: ChildProcess[] = []
let isOver = false
afterEach(() => {
  isOver = true
  for (const worker of workers.splice(0)) worker.kill('SIGKILL')
})

/** A worker that has begun, however long the machine takes for that. */
const startWorker = async (env: Record<string, string>): Promise<void> => {
  const worker = fork(program, { env: processEnv(env) })
  workers.push(worker)
  await once(worker, 'message')
}

/** Kills one worker after the other, each at a drawn moment once another has begun in its place. @returns how many it has killed */
const killAndReplace = async (env: Record<string, string>, draw: () => number): Promise<number> => {
  let killed = 0
  while (!isOver) {
    await startWorker(env)
    await sleep(draw() * 1_500)
    const worker = isOver ? undefined : workers.shift()
    if (!worker) break
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    killed++
  }
  return killed
}

it.runIf(posts > 0)(
  `Nothing of ${posts} posts goes out after the answer to a pause while workers are killed`,
  async () => {
    const { networks, sent, runWave } = makePauseRace(race, seed)
    const { facebook } = networks
    const contentOf = (message: string) => ({ content: { message } }) as never
    const served = await serveNetworks({
      prepare: message => facebook.prepare(contentOf(message)),
      send: message => facebook.send(contentOf(message)),
      lookUp: async message =>
        sent.includes(message)
          ? { kind: 'present', externalId: message, permalink: null }
          : { kind: 'absent' },
    })
    const dataDir = await mkdtemp(path.join(tmpdir(), 'galley-pauses-'))
    const { url, services } = race.kit()
    const env = {
      NODE_ENV: 'development',
      ROLES: 'worker',
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      TOKEN_KEY: services.config.TOKEN_KEY ?? '',
      NETWORKS_URL: served.url,
      LOG_LEVEL: 'fatal',
    }
    await Promise.all(Array.from({ length: WORKERS }, () => startWorker(env)))
    const killing = killAndReplace(env, drawing(seed + 1))
    // What may go after the resumes goes within a few sweeps of a second.
    const hooks = { workers: () => undefined, finish: () => sleep(2_000) }
    let [amidst, racing] = [0, 0]
    for (let from = 0; from < posts; from += WAVE) {
      const count = Math.min(WAVE, posts - from)
      const wave = await runWave(count, `Wave ${from / WAVE}`, hooks)
      expect(wave.violations).toEqual([])
      amidst += wave.amidst
      racing += wave.racing
    }
    isOver = true
    const killed = await killing
    await served.close()
    await rm(dataDir, { recursive: true, force: true })
    expect(amidst).toBeGreaterThan(racing / 4)
    expect(killed).toBeGreaterThan(0)
    console.log(`${posts} posts, ${killed} workers killed, ${amidst} of ${racing} clients paused amidst`)
  },
  1_800_000,
)
