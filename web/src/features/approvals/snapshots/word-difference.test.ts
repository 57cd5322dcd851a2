import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Stretch, wordDifference } from './word-difference.ts'

const changes = (stretches: readonly Stretch[]) =>
  stretches.flatMap(one => (one.kind === 'changed' ? [[one.removed, one.added]] : []))

describe('The difference of two texts', () => {
  it('is told in whole words', () => {
    const found = wordDifference('Fresh beer in our house today', 'Fresh bread in our house tomorrow')
    expect(changes(found)).toEqual([
      ['beer', 'bread'],
      ['today', 'tomorrow'],
    ])
  })

  it('joins changed words with only a space between them', () => {
    const found = wordDifference(
      'We open at noon on Sunday, as ever',
      'We open late evening on Sunday, as ever',
    )
    expect(changes(found)).toEqual([['at noon', 'late evening']])
  })

  it('finds words where a script has no spaces, and keeps emoji whole', () => {
    expect(changes(wordDifference('明日は東京で会いましょう', '明日は大阪で会いましょう'))).toEqual([
      ['東京', '大阪'],
    ])
    expect(changes(wordDifference('See you there 👩‍👩‍👧', 'See you there 👩‍👩‍👦'))).toEqual([
      ['👩‍👩‍👧', '👩‍👩‍👦'],
    ])
  })

  it('is both texts whole where they share little', () => {
    const [before, after] = ['Free beer for all of you', 'Our bakery opens at seven, of course']
    expect(wordDifference(before, after)).toEqual([{ kind: 'changed', removed: before, added: after }])
  })

  it('gives back both texts', () => {
    const text = fc.array(fc.constantFrom('one', 'two', ' ', '\n', '👍', 'é', '会'), { maxLength: 60 })
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [before, after] = [one.join(''), other.join('')]
        const stretches = wordDifference(before, after)
        const read = (side: 'removed' | 'added') =>
          stretches.map(each => (each.kind === 'same' ? each.text : each[side])).join('')
        expect([read('removed'), read('added')]).toEqual([before, after])
      }),
    )
  })
})
