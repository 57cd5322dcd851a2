import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type FileChange, fileChanges } from './file-changes.ts'

describe('The files of two contents', () => {
  test.each<[string, string, string]>([
    ['ab', 'ab', 'a same, b same'],
    ['ab', 'ba', 'b moved, a same'],
    ['abc', 'cab', 'c moved, a same, b same'],
    ['ab', 'b', 'b same, a removed'],
    ['a', 'ba', 'b added, a same'],
    ['a', 'b', 'b added, a removed'],
    ['aa', 'a', 'a same, a removed'],
  ])('%s and %s: %s', (before, after, expected) => {
    const rows = fileChanges([...before], [...after])
    const text = rows.map(({ key, change }) => `${key} ${change}`).join(', ')
    // Of two files that changed places either may be called moved.
    expect([expected, expected === 'b moved, a same' ? 'b same, a moved' : expected]).toContain(text)
  })

  it('that were added one way are removed the other way', () => {
    const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 })
    const count = (rows: { change: FileChange }[], kind: FileChange) =>
      rows.filter(({ change }) => change === kind).length
    fc.assert(
      fc.property(keys, keys, (one, other) => {
        const there = fileChanges(one, other)
        const back = fileChanges(other, one)
        expect(count(there, 'added')).toBe(count(back, 'removed'))
        expect(count(there, 'removed')).toBe(count(back, 'added'))
        expect(count(there, 'moved')).toBe(count(back, 'moved'))
        expect(there).toHaveLength(other.length + count(there, 'removed'))
      }),
    )
  })
})
