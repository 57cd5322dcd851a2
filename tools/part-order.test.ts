import { expect, test } from 'vitest'
import { judge } from './structure/judge.ts'
import { partOrder, smallFolders } from './structure/part-order.ts'

const filesIn = (folder: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${folder}/file-${n}.ts`, '']))

/** The room of the parts `draft`, then `media`, in files that import each other as given. */
const editor = (files: Record<string, string>) =>
  judge(
    partOrder,
    Object.fromEntries(
      Object.entries(files).map(([path, target]) => [
        `web/src/features/editor/${path}`,
        `import { x } from '${target}'\n`,
      ]),
    ),
  )

test('a part imports the parts before it, and the landing may import all', () => {
  expect(editor({ 'media/a.ts': '../draft/b.ts', 'screen.tsx': './versions/c.tsx' })).toEqual([])
})

test('a part that imports a later one is told where it belongs', () => {
  expect(editor({ 'draft/a.ts': '../media/b.ts' })).toEqual([
    expect.stringMatching(
      /draft\/a\.ts: reaches b\.ts, but "media" comes after "draft".*Move what both need/,
    ),
  ])
})

test('a part reaches a later one also through a file on the landing', () => {
  expect(editor({ 'draft/a.ts': '../between.ts', 'between.ts': './media/b.ts' })).toEqual([
    expect.stringMatching(/draft\/a\.ts: reaches between\.ts → b\.ts/),
  ])
})

test('a part that comes back to itself through the landing is a circle', () => {
  expect(editor({ 'draft/a.ts': '../between.ts', 'between.ts': './draft/b.ts' })).toEqual([
    expect.stringMatching(/draft\/a\.ts: comes back to its own part "draft"/),
  ])
})

test('a new part of a big room needs its place in the order', () => {
  expect(editor({ 'colours/a.ts': 'react' })).toEqual([expect.stringMatching(/has no order for colours/)])
})

test('the parts of a small feature need no order', () => {
  const parts = {
    ...filesIn('web/src/features/notes/sheet', 4),
    ...filesIn('web/src/features/notes/list', 4),
  }
  expect(judge(partOrder, parts)).toEqual([])
})

test('a folder of more than 25 files is told to divide them, tests and styles apart', () => {
  const beside = { 'web/src/ui/a.test.tsx': '', 'web/src/ui/a.module.css': '' }
  expect(judge(smallFolders, { ...filesIn('web/src/ui', 25), ...beside })).toEqual([])
  expect(judge(smallFolders, filesIn('web/src/ui', 26))).toEqual([
    expect.stringMatching(/web\/src\/ui\/: holds 26 files; 25 at most/),
  ])
})
