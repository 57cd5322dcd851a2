import type { Browser, BrowserContextOptions } from '@playwright/test'
import { type Aim, runsLine } from '../figures.ts'
import type { Recorded } from './recorder.ts'
import { desk, openTab, phone, type Rate, rates, repeat } from './windows.ts'

type Figure = {
  readonly name: string
  readonly unit: string
  readonly of: (state: Recorded) => number
  readonly aims?: Partial<Record<Rate, Aim>>
}

const most = (value: number): Partial<Record<Rate, Aim>> => ({ 1: { most: value } })

const longest = ({ longTasks }: Recorded): number => Math.max(0, ...longTasks)

const firstCards = (limit?: number): Figure => ({
  name: 'first cards drawn',
  unit: ' s',
  of: ({ firstCardsMs }) => firstCardsMs / 1000,
  ...(limit === undefined ? {} : { aims: most(limit) }),
})

const nodes = (limit: number): Figure => ({
  name: 'nodes',
  unit: '',
  of: ({ elements }) => elements,
  aims: { 1: { most: limit }, 4: { most: limit } },
})

/** The pages that are opened, and what is measured on each. */
const pages: readonly {
  readonly name: string
  readonly options: BrowserContextOptions
  readonly search: string
  readonly figures: readonly Figure[]
}[] = [
  {
    name: 'month of 1,500, desk',
    options: desk,
    search: '',
    figures: [
      firstCards(1.5),
      { name: 'blocking time', unit: ' ms', of: ({ blockingMs }) => blockingMs, aims: most(200) },
      {
        name: 'layout shift',
        unit: '',
        of: ({ shift }) => shift,
        aims: { 1: { most: 0.02 }, 4: { most: 0.02 } },
      },
      { name: 'largest paint (LCP)', unit: ' s', of: ({ lcpMs }) => lcpMs / 1000 },
      { name: 'nodes', unit: '', of: ({ elements }) => elements },
    ],
  },
  {
    name: 'month of 1,500, phone',
    options: phone,
    search: '',
    figures: [
      nodes(3000),
      {
        name: 'largest paint (LCP)',
        unit: ' s',
        of: ({ lcpMs }) => lcpMs / 1000,
        aims: { 1: { most: 1.5 }, 4: { most: 5 } },
      },
      firstCards(),
      { name: 'longest task', unit: ' ms', of: longest },
    ],
  },
  {
    name: 'week of 336, desk',
    options: desk,
    search: '&view=week',
    figures: [
      nodes(6000),
      { name: 'largest paint (LCP)', unit: ' s', of: ({ lcpMs }) => lcpMs / 1000, aims: most(1) },
      firstCards(),
      { name: 'longest task', unit: ' ms', of: longest },
    ],
  },
]

/** Opens each page with empty caches, at both speeds. `address`: of the calendar, with its date. */
export async function* benchOpening(
  browser: Browser,
  { address, token, runs }: { address: string; token: string; runs: number },
): AsyncGenerator<string> {
  for (const { name, options, search, figures } of pages)
    for (const rate of rates) {
      const states = await repeat(runs, async () => {
        const tab = await openTab(browser, options, token)
        try {
          await tab.slowDown(rate)
          await tab.page.goto(address + search)
          return await tab.settle()
        } finally {
          await tab.close()
        }
      })
      for (const { name: what, unit, of, aims } of figures) {
        const aim = aims?.[rate]
        yield runsLine(`${name}, ${rate}x: ${what}`, states.map(of), unit, aim ? { aim } : {})
      }
    }
}
