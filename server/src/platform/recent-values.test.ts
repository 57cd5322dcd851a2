import { expect, it } from 'vitest'
import { RecentValues } from './recent-values.ts'

it('forgets the values that were not used for longest once their sizes exceed the maximum', () => {
  const recent = new RecentValues<string>(10)
  recent.set('one', 'a', 4)
  recent.set('two', 'b', 4)
  expect(recent.get('one')).toBe('a')
  recent.set('three', 'c', 4)
  expect(['one', 'two', 'three'].map(key => recent.get(key))).toEqual(['a', undefined, 'c'])
})

it('counts a value that is replaced or deleted once', () => {
  const recent = new RecentValues<string>(10)
  for (const value of ['a', 'b', 'c']) recent.set('one', value, 6)
  recent.set('two', 'd', 4)
  recent.delete('two')
  recent.delete('two')
  recent.set('three', 'e', 4)
  expect(['one', 'two', 'three'].map(key => recent.get(key))).toEqual(['c', undefined, 'e'])
})

it('does not keep a value that is larger than the maximum', () => {
  const recent = new RecentValues<string>(10)
  recent.set('one', 'a', 11)
  expect(recent.get('one')).toBeUndefined()
})
