import { expect, test } from 'vitest'
import { judge } from './structure/judge.ts'
import { longTestsStandBeside } from './structure/test-places.ts'

const lines = (count: number) => '\n'.repeat(count - 1)
const problems = (files: Record<string, string>) =>
  judge(longTestsStandBeside, files).filter(problem => !problem.startsWith('tools/'))

test('a long test of a feature without a file of its name beside it is refused', () => {
  expect(
    problems({
      'server/src/features/posts/posts.test.ts': lines(251),
      'server/src/features/posts/short.test.ts': lines(250),
      'server/src/features/posts/save-post.test.ts': lines(251),
      'server/src/features/posts/save-post.ts': '',
      'server/src/security.test.ts': lines(251),
    }),
  ).toEqual([
    'server/src/features/posts/posts.test.ts: is longer than 250 lines and stands beside no file of its name. Divide it by the calls that it tests.',
  ])
})

test('a scenario may be long, and is listed only while it is there', () => {
  const life = 'server/src/features/billing/subscription.test.ts'
  expect(problems({ [life]: lines(400) })).toEqual([])
  expect(judge(longTestsStandBeside, {})).toContain(
    'tools/structure/test-places.ts: lists the test billing/subscription.test.ts, which is not there.',
  )
})
