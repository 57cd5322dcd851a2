import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Locator } from '@playwright/test'
import { type Aim, line, quantile, runsLine } from '../figures.ts'
import { desk, openTab, type Rate, rates, repeat, type Tab } from './windows.ts'

type Card = { readonly id: string; readonly x: number; readonly y: number }

/** Cards that can be seen and clicked, from the middle of the window. */
const cardsOf = async ({ page }: Tab): Promise<Card[]> => {
  const cards = await page.evaluate(() => window.bench.visibleCards())
  return cards.slice(Math.floor(cards.length / 3))
}

/** Lets what an action has begun come to its end. */
const rest = async (tab: Tab): Promise<void> => {
  await sleep(300)
  await tab.settle()
}

/** Measures the paint after what `act` does. */
export const timed = async (
  tab: Tab,
  [type, sight, about]: Parameters<Window['bench']['paintAfter']>,
  act: () => Promise<unknown>,
): Promise<number> => {
  const painted = tab.page.evaluate(given => window.bench.paintAfter(...given), [type, sight, about] as const)
  // The page begins to listen before anything is clicked.
  await tab.page.evaluate(() => null)
  await act()
  return painted
}

type Point = { readonly x: number; readonly y: number }

/** Clicks as a hand does, which comes to rest on a thing before it presses: what hovering costs is over by then. */
const press = async ({ page }: Tab, { x, y }: Point): Promise<void> => {
  await page.mouse.move(x, y)
  await sleep(200)
  await page.mouse.click(x, y, { delay: 60 })
}

export const pressOn = async (tab: Tab, thing: Locator): Promise<void> => {
  const box = await thing.boundingBox()
  if (!box) throw new Error('what is to be clicked is not in the page')
  await press(tab, { x: box.x + box.width / 2, y: box.y + box.height / 2 })
}

const step = (tab: Tab, which: 'Next' | 'Previous') =>
  pressOn(tab, tab.page.getByRole('button', { name: `${which} month` }))

const backToMonth = async (tab: Tab): Promise<number> => {
  const [card] = await cardsOf(tab)
  await step(tab, 'Next')
  await rest(tab)
  const ms = await timed(tab, ['click', 'card', card?.id ?? ''], () => step(tab, 'Previous'))
  await rest(tab)
  return ms
}

const select = async (tab: Tab, run: number): Promise<number> => {
  const cards = await cardsOf(tab)
  const card = cards[run % cards.length]
  if (!card) throw new Error('no card can be seen')
  const click = async () => {
    await tab.page.keyboard.down('Control')
    await press(tab, card)
    await tab.page.keyboard.up('Control')
  }
  const ms = await timed(tab, ['click', 'selected', card.id], click)
  await rest(tab)
  await click()
  await rest(tab)
  return ms
}

const filter = async (tab: Tab): Promise<number> => {
  const box = tab.page.getByRole('checkbox', { name: 'Draft', exact: true })
  const ms = await timed(tab, ['click', 'other-cards', ''], () => pressOn(tab, box))
  await rest(tab)
  await box.click()
  await rest(tab)
  return ms
}

const openPost = async (tab: Tab, run: number): Promise<number> => {
  const cards = await cardsOf(tab)
  const card = cards[run % cards.length]
  if (!card) throw new Error('no card can be seen')
  const ms = await timed(tab, ['click', 'post', ''], () => press(tab, card))
  await sleep(1500)
  await tab.page.goBack()
  await rest(tab)
  return ms
}

const STEPS = 60

/** A card is dragged across the window and back to its day. @returns the 95th percentile of the frames */
const drag = async (tab: Tab): Promise<number> => {
  const { mouse } = tab.page
  const [card] = await cardsOf(tab)
  if (!card) throw new Error('no card can be seen')
  await mouse.move(card.x, card.y)
  await mouse.down()
  // Beyond the distance at which a click becomes a drag.
  await mouse.move(card.x + 40, card.y + 5, { steps: 4 })
  await tab.page.evaluate(() => window.bench.startFrames())
  for (let n = 0; n < STEPS; n++) {
    const turn = (n / STEPS) * 2 * Math.PI
    await mouse.move(card.x + 40 + 300 * Math.sin(turn), card.y + 5 + 150 * Math.sin(2 * turn))
    await sleep(16)
  }
  const frames = await tab.page.evaluate(() => window.bench.stopFrames())
  await mouse.move(card.x, card.y, { steps: 3 })
  await mouse.up()
  await rest(tab)
  return quantile(frames, 0.95)
}

type Action = {
  readonly name: string
  readonly act: (tab: Tab, run: number) => Promise<number>
  readonly aims: Record<Rate, Aim>
}

const atMost = (fast: number, slow: number): Record<Rate, Aim> => ({ 1: { most: fast }, 4: { most: slow } })

const actions: readonly Action[] = [
  { name: 'back to the month of 1,500', act: backToMonth, aims: atMost(100, 200) },
  { name: 'select an event', act: select, aims: atMost(100, 200) },
  { name: 'filter', act: filter, aims: atMost(100, 200) },
  { name: 'open a post', act: openPost, aims: atMost(100, 200) },
  // A frame of a 60 Hz screen takes 16.7 ms.
  { name: 'drag, frame p95', act: drag, aims: atMost(17, 34) },
]

/** From the input to the paint that shows its effect, in the month of 1,500 on a desk, at both speeds. */
export async function* benchActions(
  browser: Browser,
  { address, token, runs }: { address: string; token: string; runs: number },
): AsyncGenerator<string> {
  const tab = await openTab(browser, desk, token)
  try {
    await tab.page.goto(address)
    await tab.settle()
    // The month beside it is loaded once, as it is for somebody who has been there.
    await backToMonth(tab)
    for (const rate of rates)
      for (const { name, act, aims } of actions) {
        if (act === filter) await tab.page.getByRole('button', { name: /^Filters/ }).click()
        await tab.slowDown(rate)
        const times = await repeat(runs, run => act(tab, run))
        await tab.slowDown(1)
        if (act === filter) await tab.page.getByRole('button', { name: 'Close filters' }).click()
        yield runsLine(`${name}, ${rate}x`, times, ' ms', { aim: aims[rate] })
      }
  } finally {
    await tab.close()
  }
}

const SWITCHES = 20

/** The page's memory with the month of 1,500, and after twenty switches between months. */
export async function* benchPageMemory(
  browser: Browser,
  { address, token }: { address: string; token: string },
): AsyncGenerator<string> {
  const tab = await openTab(browser, desk, token)
  const heap = async (): Promise<number> => {
    await tab.devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await tab.devtools.send('Runtime.getHeapUsage')
    return usedSize / 1_000_000
  }
  try {
    await tab.page.goto(address)
    await tab.settle()
    yield line('memory of the page with the month of 1,500', await heap(), ' MB')
    for (let n = 0; n < SWITCHES; n++) {
      await step(tab, n % 2 === 0 ? 'Next' : 'Previous')
      await rest(tab)
    }
    yield line(`memory of the page after ${SWITCHES} month switches`, await heap(), ' MB')
  } finally {
    await tab.close()
  }
}
