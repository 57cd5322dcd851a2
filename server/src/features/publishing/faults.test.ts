import { appendFileSync } from 'node:fs'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { allRoutes } from '#server/routes.ts'
import { runEquals } from '#testing/equals.ts'
import {
  type Cell,
  describeCell,
  type Ending,
  type Happening,
  happenings,
  runCell,
  troubles,
} from '#testing/faults.ts'
import { type PublishingStage, startPublishingStage } from '#testing/publishing.ts'
import { type Step, steps } from '#testing/steps.ts'

let stage: PublishingStage
let uses = 0
/** The sandbox counts calls as the networks do, a hundred posts and comments in 15 minutes, so it is restarted before that. */
const USES = 15
const enter = async (): Promise<void> => {
  if (uses % USES === 0) {
    if (uses > 0) await stage.close()
    stage = await startPublishingStage(allRoutes)
  }
  uses += 1
  await stage.sandbox.clearFaults()
}
afterAll(() => stage.close())

const [well = { name: '', faults: [] }, ...wrong] = troubles
const { FAULT_RUNS, FAULT_SEED = '1', FAULT_REPORT } = process.env

const run = (cell: Cell): Promise<Ending> =>
  cell.happening === 'meets its equal' ? runEquals(stage, cell) : runCell(stage, cell)

/** Runs it on all four networks side by side: their faults and accounts are separate. */
const onAll = (cell: Omit<Cell, 'network'>) =>
  Promise.all(socialNetworks.map(async network => ({ network, ...(await run({ ...cell, network })) })))

const expectNoViolation = (endings: readonly (Ending & { network: SocialNetwork })[]) =>
  expect(endings.filter(ending => ending.violations.length > 0)).toEqual([])

describe.skipIf(FAULT_RUNS)(
  'A post is on each network once and live, or absent and failed with a reason,',
  () => {
    beforeEach(enter)

    it.each(steps)('when its worker dies: %s', async step => {
      const endings = await onAll({ step, happening: 'dies', trouble: well })
      expectNoViolation(endings)
      expect(endings.map(ending => ending.status)).toEqual(Array(4).fill('live'))
    })

    it.each(steps)('when its worker freezes past its lease and continues: %s', async step => {
      const endings = await onAll({ step, happening: 'freezes', trouble: well })
      expectNoViolation(endings)
      expect(endings.map(ending => ending.status)).toEqual(Array(4).fill('live'))
    })

    it.each(wrong.map(trouble => [trouble.name, trouble] as const))('when %s', async (_name, trouble) => {
      expectNoViolation(await onAll({ step: 'claimed', happening: 'goes on', trouble }))
    })

    const lost = ['the network is well', 'error before it is accepted', 'answer lost'].flatMap(name =>
      troubles.filter(trouble => trouble.name === name),
    )
    it.each(lost.map(trouble => [trouble.name, trouble] as const))(
      'when an identical post comes due while it is sent, and %s',
      async (_name, trouble) => {
        expectNoViolation(await onAll({ step: 'sending', happening: 'meets its equal', trouble }))
      },
    )

    it.each(
      (['is edited', 'is deleted', 'is published twice'] as const).flatMap(happening =>
        steps.map(step => [happening, step] as const),
      ),
    )('when it %s: %s', async (happening, step) => {
      expectNoViolation(await onAll({ step, happening, trouble: well }))
    })
  },
)

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
const numbersOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
}

const cellOf = (seed: number, network: SocialNetwork): Cell => {
  const next = numbersOf(seed * 4 + socialNetworks.indexOf(network))
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T
  const happening = pick<Happening>([...happenings, 'goes on'])
  return { network, step: pick<Step>(steps), happening, trouble: pick(troubles) }
}

describe.runIf(FAULT_RUNS)('Random fault runs', () => {
  it('violate nothing', { timeout: 24 * 3_600_000 }, async () => {
    const runs = Math.ceil(Number(FAULT_RUNS) / socialNetworks.length)
    const violations: string[] = []
    for (let turn = 0; turn < runs; turn++) {
      const seed = Number(FAULT_SEED) + turn
      await enter()
      await Promise.all(
        socialNetworks.map(async network => {
          const cell = cellOf(seed, network)
          const ending = await run(cell).catch(
            (error: Error): Ending => ({ status: 'broken', reason: null, violations: [error.message] }),
          )
          if (FAULT_REPORT) appendFileSync(FAULT_REPORT, `${JSON.stringify({ seed, cell, ending })}\n`)
          for (const violation of ending.violations)
            violations.push(`seed ${seed}: ${describeCell(cell)}: ${violation}`)
        }),
      )
    }
    expect(violations).toEqual([])
  })
})
