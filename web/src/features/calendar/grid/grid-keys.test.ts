import { expect, test } from 'vitest'
import { nextStop } from './grid-keys.tsx'

const days: Readonly<Record<string, readonly string[]>> = {
  '2026-11-26': ['card a'],
  '2026-11-27': ['label Black Friday', 'day plus', 'card b'],
  '2026-11-28': [],
  '2026-11-29': ['label Advent', 'card c', 'card d'],
  '2026-12-04': ['card e'],
}

const frame = document.createElement('div')
for (const [date, stops] of Object.entries(days)) {
  const cell = document.createElement('div')
  cell.dataset.date = date
  for (const stop of stops) {
    const button = document.createElement('button')
    button.textContent = stop
    button.dataset.nav = stop.split(' ')[0] ?? ''
    cell.append(button)
  }
  frame.append(cell)
}
const stopOf = (text: string) => {
  const found = [...frame.querySelectorAll('button')].find(({ textContent }) => textContent === text)
  if (!found) throw new Error(`no stop ${text}`)
  return found
}

test.each([
  ['card a', 'ArrowRight', 'day plus'],
  ['day plus', 'ArrowRight', 'card c'],
  ['card b', 'ArrowRight', 'card d'],
  ['card c', 'ArrowLeft', 'day plus'],
  ['label Black Friday', 'ArrowRight', 'label Advent'],
  ['label Advent', 'ArrowLeft', 'label Black Friday'],
  ['label Advent', 'ArrowRight', undefined],
  ['card c', 'ArrowUp', 'label Advent'],
  ['label Black Friday', 'ArrowDown', 'day plus'],
  ['card b', 'ArrowDown', 'card e'],
  ['card e', 'ArrowUp', 'card b'],
])('from %s, %s leads to %s', (from, key, to) => {
  expect(nextStop(frame, stopOf(from), key)?.textContent).toBe(to)
})
