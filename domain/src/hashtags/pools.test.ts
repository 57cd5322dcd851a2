import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { hashtagsIn } from '#domain/kernel/hashtags.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import {
  copiedHashtags,
  hashtagLimit,
  keptHashtags,
  pastedHashtags,
  poolHashtagsProblem,
  poolNameProblem,
  readHashtags,
} from './pools.ts'

describe("A pool's hashtags", () => {
  test.each([
    ['#coffee #latte', '#coffee #latte'],
    ['coffee latte', '#coffee #latte'],
    ['coffee, #latte;espresso、抹茶', '#coffee #latte #espresso #抹茶'],
    [' \n#coffee\r\n\n\t##latte ', '#coffee #latte'],
    ['#coffee#latte＃茶', '#coffee #latte #茶'],
    ['(#coffee), “latte”. espresso!', '#coffee #latte #espresso'],
    ['#Coffee #coffee COFFEE', '#Coffee'],
    ['#größe #हिन्दी #کتاب‌خوانی #_x #2026goals', '#größe #हिन्दी #کتاب‌خوانی #_x #2026goals'],
    ['#cafe\u0301 #caf\u00e9', '#caf\u00e9'],
    ['# coffee #', '#coffee'],
  ])('written as %j are kept as %j', (typed, kept) => {
    expect(keptHashtags(typed)).toBe(kept)
    expect(poolHashtagsProblem(typed)).toBeNull()
  })

  it('are each found again by the networks as one hashtag', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string({ unit: 'binary' })), (one, more) => {
        const kept = keptHashtags([one, ...more].join(' '))
        expect(hashtagsIn(kept)).toEqual(kept === '' ? [] : kept.split(' '))
        expect(keptHashtags(kept)).toBe(kept)
      }),
    )
  })

  it('are counted with what is left out', () => {
    expect(readHashtags('#a #A b #b c')).toEqual({ tags: ['#a', '#b', '#c'], repeated: 2, refused: [] })
  })

  test.each([
    ['', 'Hashtag is a required field'],
    [' # , \n', 'Hashtag is a required field'],
    ['#coffee #2026', '“2026” is not a hashtag. Use letters, numbers and underscores, and not only numbers.'],
    ['#coffee ☕', '“☕” is not a hashtag. Use letters, numbers and underscores, and not only numbers.'],
    [
      '#black-friday',
      '“black-friday” is not a hashtag. Use letters, numbers and underscores, and not only numbers.',
    ],
    [`#${'x'.repeat(101)}`, `“#${'x'.repeat(39)}…” is too long. A hashtag has 100 characters at most.`],
    [
      Array.from({ length: 501 }, (_, index) => `#t${index}`).join(' '),
      'A pool holds 500 hashtags at most. These are 501.',
    ],
  ])('written as %j are refused', (typed, problem) => {
    expect(poolHashtagsProblem(typed)).toBe(problem)
  })

  test.each([[`#${'é'.repeat(100)}`], [Array.from({ length: 500 }, (_, index) => `#t${index}`).join(' ')]])(
    'at their limit are accepted',
    typed => {
      expect(poolHashtagsProblem(typed)).toBeNull()
    },
  )

  it('are not read from a text that is longer than any pool', () => {
    expect(poolHashtagsProblem('x '.repeat(55_000))).toBeNull()
    expect(poolHashtagsProblem('x '.repeat(55_001))).toBe(
      'This text is too long. A pool holds 500 hashtags of at most 100 characters.',
    )
  })

  it('are read quickly from 70,000 characters', () => {
    const many = 70_000
    expect(readHashtags('.'.repeat(many))).toMatchObject({ tags: [], refused: [] })
    expect(readHashtags(`x${'.'.repeat(many)}x`).refused).toHaveLength(1)
    expect(readHashtags(`${'x'.repeat(many)}-x`).refused).toHaveLength(1)
    expect(readHashtags('#'.repeat(many)).tags).toEqual([])
    expect(pastedHashtags('#'.repeat(many))).toBeNull()
    expect(pastedHashtags(`#${'1'.repeat(many)} x`)).toBeNull()
    expect(readHashtags('e\u0301'.repeat(many / 2)).tags).toHaveLength(1)
  })
})

describe('A pasted text', () => {
  test.each([
    ['Good morning! #coffee is #great, says mail@x.example #Coffee', '#coffee #great #Coffee'],
    ['See https://x.example/#part and #more', '#more'],
  ])('gives only its hashtags if it has others words: %j', (pasted, text) => {
    expect(pastedHashtags(pasted)?.text).toBe(text)
  })

  test.each([['#coffee #latte'], ['#coffee, #latte.'], ['coffee latte'], ['']])(
    'is taken as it is if it is only hashtags or has none: %j',
    pasted => {
      expect(pastedHashtags(pasted)).toBeNull()
    },
  )
})

describe('Copying pools', () => {
  it('joins their hashtags with spaces, each once and none that the text has', () => {
    const pools = [{ hashtags: '#coffee #latte' }, { hashtags: '#Latte #espresso' }]
    expect(copiedHashtags(pools).join(' ')).toBe('#coffee #latte #espresso')
    expect(copiedHashtags(pools, 'My #COFFEE, my #espressomachine')).toEqual(['#latte', '#espresso'])
    expect(copiedHashtags([])).toEqual([])
  })

  it('says what Instagram takes and how many are too many; the others set no limit', () => {
    expect(hashtagLimit('instagram', 30)).toEqual({ max: 30, over: 0 })
    expect(hashtagLimit('instagram', 34)).toEqual({ max: 30, over: 4 })
    expect(socialNetworks.filter(network => hashtagLimit(network, 99) !== null)).toEqual(['instagram'])
  })
})

describe("A pool's name", () => {
  test.each([
    ['a', null],
    ['☕'.repeat(255), null],
    ['  ', 'Pool Name is a required field'],
    ['x'.repeat(256), 'Please enter a pool name of at most 255 characters'],
  ])('%j is judged', (name, problem) => {
    expect(poolNameProblem(name)).toBe(problem)
  })
})
