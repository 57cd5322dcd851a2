import { appendFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { makePauseRace } from '#testing/publishing/pause-race.ts'
import { useRace } from '#testing/publishing/race.ts'
import { type Sweeper, startSweeper, sweep } from './engine/worker.ts'

const race = useRace()

/** `PAUSE_SEED` draws other moments. */
const seed = Number(process.env.PAUSE_SEED ?? 1)
const POSTS = 300
const REACHING_MS = 30

it(`Nothing of ${POSTS} posts whose clients are paused before, while and after they are sent goes out after the answer`, async () => {
  const { networks, sent, runWave } = makePauseRace(race, seed, REACHING_MS)
  const workers: Sweeper[] = []
  const startWorkers = () => {
    for (let count = 0; count < 3; count++) {
      const publisher = race.makeWorker(networks)
      workers.push(startSweeper(publisher.services, publisher))
    }
    // One ends between, and the others take over what it had claimed.
    void expect
      .poll(() => sent.length)
      .toBeGreaterThan(0)
      .then(() => workers[0]?.stop())
  }
  const finish = async () => {
    for (let turn = 0; turn < 3; turn++) await sweep(race.makeWorker(networks))
  }
  const { violations, amidst, racing } = await runWave(POSTS, 'Raced', { workers: startWorkers, finish })
  await Promise.all(workers.map(worker => worker.stop()))
  const { PAUSE_REPORT } = process.env
  if (PAUSE_REPORT) appendFileSync(PAUSE_REPORT, violations.map(line => `${line}\n`).join(''))
  expect(violations).toEqual([])
  expect(amidst).toBeGreaterThan(racing / 4)
}, 900_000)
