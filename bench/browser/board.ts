import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { digits, line, median, quantile } from '../figures.ts'
import { pressOn, timed } from './actions.ts'
import { desk, openTab, type Tab } from './windows.ts'

const states = ['red', 'amber'] as const
type State = (typeof states)[number]

/** What the page cannot do without: the same answer asked for by the page, and read. Milliseconds. */
const askAlone = ({ page }: Tab, { token, state }: { token: string; state: State }): Promise<number> =>
  page.evaluate(
    async ({ path, bearer }) => {
      const begun = performance.now()
      const answer = await fetch(path, { headers: { authorization: bearer } })
      await answer.json()
      return performance.now() - begun
    },
    { path: `/api/board?risk=${state}`, bearer: `Bearer ${token}` },
  )

/** From the click on the count of a state to the paint of a board that has only that, in turns with the same answer without a page. */
export async function* benchBoard(
  browser: Browser,
  { url, token, runs }: { url: string; token: string; runs: number },
): AsyncGenerator<string> {
  const tab = await openTab(browser, desk, token)
  const [painted, asked]: [number[], number[]] = [[], []]
  try {
    await tab.page.goto(`${url}/board`)
    await tab.page.locator('li[data-risk]').first().waitFor()
    for (let run = 0; run < runs * states.length; run++) {
      const state = states[run % states.length] ?? 'red'
      await sleep(1_000)
      const count = tab.page.locator(`button[data-risk="${state}"]`)
      painted.push(await timed(tab, ['click', 'board', state], () => pressOn(tab, count)))
      asked.push(await askAlone(tab, { token, state }))
    }
  } finally {
    await tab.close()
  }
  const beside = `${digits(median(painted) / median(asked))} of the answer alone, ${digits(median(asked))} ms`
  yield line(`from a click on a state to its paint: median of ${painted.length}`, median(painted), ' ms', {
    aim: { most: 100 },
    more: `worst ${digits(quantile(painted, 1))} ms, ${beside}`,
  })
}
