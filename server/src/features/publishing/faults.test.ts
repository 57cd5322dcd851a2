import { appendFileSync } from 'node:fs'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { allRoutes } from '#server/routes.ts'
import { runDuplicates } from '#testing/publishing/duplicates.ts'
import {
  type Cell,
  describeCell,
  type Ending,
  type Happening,
  happenings,
  runCell,
} from '#testing/publishing/faults.ts'
import { type PublishingStage, startPublishingStage } from '#testing/publishing/publishing.ts'
import { type Step, steps } from '#testing/publishing/steps.ts'
import { lateTrouble, troubles } from '#testing/publishing/troubles.ts'

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
const plain = {
  account: 0,
  type: 'single_photo',
  step: 'claimed',
  happening: 'goes on',
  trouble: well,
} as const
const { FAULT_RUNS, FAULT_SEED = '1', FAULT_REPORT, FAULT_STOP, FAULT_CELL = '{}' } = process.env
/** What every random cell has in common. */
const common: Partial<Cell> = JSON.parse(FAULT_CELL)

const run = (cell: Cell): Promise<Ending> =>
  cell.happening === 'meets a duplicate' ? runDuplicates(stage, cell) : runCell(stage, cell)

/** Runs it on all four networks side by side: their faults and accounts are separate. */
const onAll = (cell: Partial<Cell>) =>
  Promise.all(
    socialNetworks.map(async network => ({ network, ...(await run({ ...plain, ...cell, network })) })),
  )

const expectNoViolation = (endings: readonly (Ending & { network: SocialNetwork })[]) =>
  expect(endings.filter(ending => ending.violations.length > 0)).toEqual([])

const everyFault = () => {
  beforeEach(enter)

  it.each([...networks.instagram.publishes, 'text', 'link', 'link_carousel', 'animated_gif'] as const)(
    'complete and as approved, for the type %s',
    async type => {
      const takers = socialNetworks.filter(network => networks[network].publishes.includes(type))
      const endings = await Promise.all(
        takers.map(async network => ({ network, ...(await run({ ...plain, type, network, account: 1 })) })),
      )
      expectNoViolation(endings)
      expect(endings.map(ending => ending.status)).toEqual(takers.map(() => 'live'))
    },
  )

  it.each(steps)('of a reel, when its worker dies or freezes: %s', async step => {
    const reel = { ...plain, network: 'facebook', type: 'single_video', isUpright: true, step } as const
    const endings = [await run({ ...reel, happening: 'dies' }), await run({ ...reel, happening: 'freezes' })]
    expect(endings.map(({ status, violations }) => ({ status, violations }))).toEqual(
      endings.map(() => ({ status: 'live', violations: [] })),
    )
  })

  it.each([true, false])(
    'of a video that the network has taken and not begun (upright: %s)',
    async isUpright => {
      const video = { ...plain, network: 'facebook', type: 'single_video', trouble: lateTrouble } as const
      expect(await run({ ...video, isUpright })).toMatchObject({ status: 'live', violations: [] })
    },
  )

  it.each(steps)('when its worker dies: %s', async step => {
    const endings = await onAll({ step, happening: 'dies' })
    expectNoViolation(endings)
    expect(endings.map(ending => ending.status)).toEqual(Array(4).fill('live'))
  })

  it.each(steps)('when its worker freezes past its lease and continues: %s', async step => {
    const endings = await onAll({ step, happening: 'freezes' })
    expectNoViolation(endings)
    expect(endings.map(ending => ending.status)).toEqual(Array(4).fill('live'))
  })

  it.each(wrong.map(trouble => [trouble.name, trouble] as const))('when %s', async (_name, trouble) => {
    expectNoViolation(await onAll({ trouble }))
  })

  it.each(steps.slice(0, 5))('or not at all if it was not approved (%s)', async step => {
    const endings = await onAll({ step, happening: 'is not approved' })
    expectNoViolation(endings)
    expect(endings.map(ending => ending.status)).not.toContain('live')
  })

  const lost = ['the network is well', 'error before it is accepted', 'answer lost'].flatMap(name =>
    troubles.filter(trouble => trouble.name === name),
  )
  it.each(lost.map(trouble => [trouble.name, trouble] as const))(
    'when an identical post comes due while it is sent, and %s',
    async (_name, trouble) => {
      expectNoViolation(await onAll({ step: 'sending', happening: 'meets a duplicate', trouble }))
    },
  )

  const always = (['is edited', 'is deleted', 'is published twice'] as const).flatMap(happening =>
    steps.map(step => [happening, step] as const),
  )
  it.each([
    ...always,
    ...steps.slice(0, 4).map(step => ['is edited without approval', step] as const),
    ...steps.slice(0, 3).map(step => ['changes unseen', step] as const),
    ...(['claimed', 'sending', 'answered'] as const).map(step => ['meets another worker', step] as const),
  ])('when it %s: %s', async (happening, step) => {
    expectNoViolation(await onAll({ step, happening }))
  })
}

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
const numbersOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
}

/** The steps at which it makes a difference, some of them several times for more weight; for the others, all steps. */
const stepsThatMatter: Partial<Record<Happening, readonly Step[]>> = {
  dies: [...steps, 'calling', 'commented'],
  freezes: [...steps, 'sending', 'commented'],
  'meets another worker': ['claimed', 'uploaded', 'sending', 'sending', 'sending', 'calling'],
  'is edited': steps.slice(0, 5),
  'is edited without approval': steps.slice(0, 5),
  'changes unseen': steps.slice(0, 3),
}

const cellOf = (seed: number, network: SocialNetwork): Cell => {
  const next = numbersOf(seed * 4 + socialNetworks.indexOf(network))
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T
  const happening = pick<Happening>([...happenings, 'goes on'])
  // In a third of the runs the network works, so that its faults do not always hide what else happens.
  const isWell = next() < 1 / 3
  return {
    network,
    happening,
    step: pick(stepsThatMatter[happening] ?? steps),
    trouble: isWell ? well : pick(wrong),
    type: pick(networks[network].publishes),
    account: pick([0, 1]),
    isUpright: next() < 0.5,
    ...common,
  }
}

/** Runs the cells of these seeds on one network, one after another, until told to stop. */
const runSeeds = async (seeds: readonly number[], network: SocialNetwork, isOver: () => boolean) => {
  const violations: string[] = []
  for (const seed of seeds) {
    if (isOver()) break
    const cell = cellOf(seed, network)
    const ending = await run(cell).catch(
      (error: Error): Ending => ({
        status: 'broken',
        reason: null,
        violations: [`broken: ${error.message}`],
      }),
    )
    if (FAULT_REPORT) appendFileSync(FAULT_REPORT, `${JSON.stringify({ seed, cell, ending })}\n`)
    for (const violation of ending.violations)
      violations.push(`seed ${seed}: ${describeCell(cell)}: ${violation}`)
  }
  return violations
}

const randomFaults = () => {
  it('violate nothing', { timeout: 24 * 3_600_000 }, async () => {
    const used = common.network ? [common.network] : socialNetworks
    const count = Math.ceil(Number(FAULT_RUNS) / used.length)
    const seeds = Array.from({ length: count }, (_, index) => Number(FAULT_SEED) + index)
    const violations: string[] = []
    const isOver = () => FAULT_STOP !== undefined && violations.some(each => each.match(FAULT_STOP))
    for (let start = 0; start < count && !isOver(); start += USES) {
      if (start > 0) await stage.close()
      stage = await startPublishingStage(allRoutes)
      await Promise.all(
        used.map(async network =>
          violations.push(...(await runSeeds(seeds.slice(start, start + USES), network, isOver))),
        ),
      )
    }
    expect(violations).toEqual([])
  })
}

if (FAULT_RUNS) describe('Random fault runs', randomFaults)
else describe('A post is on each network once and live, or absent and failed with a reason,', everyFault)
