import { expect, test } from 'vitest'
import { judge } from './structure/judge.ts'
import { seenElsewhere } from './structure/seen-elsewhere.ts'

test('a screen is left only to a journey that looks with axe, or to another screen of the same file', () => {
  const walk = `
    { name: 'Duplicate' }, { name: 'Clone', seenIn: 'Duplicate' }, { name: 'Move', seenIn: 'the one beside it' },
    { name: \`Edit…, \${edit}\`, seenIn: 'Edit…, Replace' },
    { name: 'a', seenIn: 'looks.spec.ts' }, { name: 'b', seenIn: 'blind.spec.ts' }, { name: 'c', seenIn: 'gone.spec.ts' },
  `
  const files = {
    'e2e/walk.spec.ts': walk,
    'e2e/looks.spec.ts': 'await expectAccessible(page)',
    'e2e/blind.spec.ts': 'import { expectAccessible } from "./pages"',
  }
  expect(judge(seenElsewhere, files)).toEqual(
    ['the one beside it', 'blind.spec.ts', 'gone.spec.ts'].map(
      place =>
        `e2e/walk.spec.ts: leaves a screen to ${place}, which does not look at it with axe. Name the journey or the screen that does.`,
    ),
  )
})
