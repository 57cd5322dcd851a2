import { expect, test } from 'vitest'
import { judge } from './structure/judge.ts'
import { neighboursTogether } from './structure/neighbours.ts'

const folder = 'web/src/features/notes'
const lines = (count: number) => "export const row = ''\n".repeat(count)
const judged = (files: Record<string, string>) =>
  judge(
    neighboursTogether,
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text])),
  )
const screen = "import { row } from './row.ts'\n"

test('a file of 30 lines that only its neighbour imports is told to move in with it', () => {
  expect(judged({ 'row.ts': lines(30), 'screen.tsx': screen })).toEqual([
    `${folder}/row.ts: has 30 lines and is imported by screen.tsx alone. Move it in there.`,
  ])
  expect(judged({ 'row.ts': lines(31), 'screen.tsx': screen })).toEqual([])
})

test('a short file stays if a second one or its test imports it, or if its only user is in another folder', () => {
  for (const second of ['list.tsx', 'row.test.ts'])
    expect(judged({ 'row.ts': lines(3), 'screen.tsx': screen, [second]: screen })).toEqual([])
  expect(judged({ 'row.ts': lines(3), 'sheet/screen.tsx': "import { row } from '../row.ts'\n" })).toEqual([])
})

test('a short file stays if it is loaded when needed, handles a call, or is the api.ts of its feature', () => {
  expect(judged({ 'row.ts': lines(3), 'screen.tsx': "const row = () => import('./row.ts')\n" })).toEqual([])
  expect(judged({ 'row.ts': lines(3), 'routes.ts': screen })).toEqual([])
  expect(judged({ 'api.ts': lines(3), 'screen.tsx': "import { row } from './api.ts'\n" })).toEqual([])
})
