import { describe, expect, it } from 'vitest'
import { parseLittleText } from './little-text.ts'

describe('LinkedIn’s little text', () => {
  it.each([
    ['plain words, with a full stop.', 'plain words, with a full stop.'],
    ['a \\(bracket\\) and 100 \\* 2 \\_ \\~ \\\\', 'a (bracket) and 100 * 2 _ ~ \\'],
    ['fresh #coffee today', 'fresh #coffee today'],
    ['fresh {hashtag|\\#|coffee} today', 'fresh #coffee today'],
    ['with @[Harbor Coffee](urn:li:organization:1337)!', 'with Harbor Coffee!'],
    ['zażółć 咖啡 ☕', 'zażółć 咖啡 ☕'],
  ])('shows %s in full', (commentary, shown) => {
    expect(parseLittleText(commentary)).toMatchObject({ source: commentary, shown })
  })

  it('tells the names that are links', () => {
    const { mentions } = parseLittleText(
      'with @[Harbor (Coffee\\)](urn:li:organization:1337)! And @[Ann](urn:li:person:a1)',
    )
    expect(mentions).toEqual(['Harbor (Coffee)', 'Ann'])
  })

  it.each([
    ['Va al repo (durable)', 'Va al repo '],
    ['write to us@harbor.example', 'write to us'],
    ['snake_case', 'snake'],
    ['number # one', 'number '],
    ['[link](https://a.example)', ''],
    ['ends in a backslash \\', 'ends in a backslash '],
  ])('cuts %s at the unescaped character', (commentary, left) => {
    expect(parseLittleText(commentary)).toEqual({ source: left, shown: left, mentions: [] })
  })
})
