import { expect, test } from 'vitest'
import { judge } from './structure/judge.ts'
import { tablesAreKept } from './structure/kept-data.ts'

const schema =
  'export type Database = {\n  posts: {\n    id: number\n  }\n  sessions: {\n    id: number\n  }\n}\n'
const judgePage = (...rows: string[]) =>
  judge(tablesAreKept, {
    'server/src/platform/db/schema.ts': schema,
    'server/src/clean-history.ts': "export const queue = { name: 'clean-history' }\n",
    'docs/guides/kept-data.md': rows.join('\n'),
  })

const posts = '| `posts` | post |'
const sessions = '| `sessions` | sign-in | 180 days | `clean-history` |'

test('a page with each table and a job that exists passes', () => {
  expect(judgePage(posts, sessions)).toEqual([])
})

test.each([
  ['lacks a table', [posts], 'does not name sessions'],
  ['names one that is none', [posts, sessions, '| `letters` | letter |'], 'names letters, which is no table'],
  ['names one twice', [posts, sessions, posts], 'names posts, which is there twice'],
  [
    'names a job that does not exist',
    [posts, '| `sessions` | sign-in | 180 days | `clean-sessions` |'],
    'names the job clean-sessions, which does not exist',
  ],
])('a page is reported that %s', (_case, rows, problem) => {
  expect(judgePage(...rows)).toEqual([expect.stringContaining(problem)])
})
