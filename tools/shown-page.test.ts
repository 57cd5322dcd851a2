import { expect, test } from 'vitest'
import { shownBy } from './shown-page.ts'

const contextOf = (...snapshots: string[][]) =>
  [
    '# Instructions',
    ...snapshots.flatMap(lines => ['', '# Page snapshot', '', '```yaml', ...lines, '```']),
    '',
    '# Test source',
    '',
    '```ts',
    '> 7 | await button.click()',
    '```',
  ].join('\n')

const shown = (markdown: string | null) =>
  shownBy([{ name: 'error-context', path: 'a.md' }], path => (path === 'a.md' ? markdown : null))

test('a failed journey’s page is shown without advice, the test’s source, marks and nameless wrappers', () => {
  const markdown = contextOf([
    '- generic [active] [ref=e1]:',
    '  - generic [ref=e2]:',
    '    - button "User menu, Ada" [expanded] [ref=e3] [cursor=pointer]',
    '    - generic [ref=e4]: Times shown are in Berlin time.',
  ])
  expect(shown(markdown)).toEqual([
    '    - button "User menu, Ada" [expanded]',
    '    - generic: Times shown are in Berlin time.',
  ])
})

test('a long page is cut in the middle, keeping more of the end, where dialogs are', () => {
  const buttons = Array.from({ length: 100 }, (_, index) => `- button "Post ${index}"`)
  const lines = shown(contextOf([...buttons, '- dialog "Edit Profile"']))
  expect(lines).toHaveLength(41)
  expect(lines.slice(11, 14)).toEqual(['- button "Post 11"', '… 61 more lines …', '- button "Post 73"'])
  expect(lines.at(-1)).toBe('- dialog "Edit Profile"')
})

test('the page that an assertion saw is shown as the last one', () => {
  expect(shown(contextOf(['- text: one'], ['- text: two']))).toEqual(['- text: one', '- text: two'])
})

test('without a snapshot nothing is shown', () => {
  expect(shown('# Instructions\n')).toEqual([])
  expect(shown(null)).toEqual([])
  expect(shownBy([{ name: 'screenshot', path: 'a.png' }], () => 'no text')).toEqual([])
})
