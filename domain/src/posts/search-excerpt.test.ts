import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptOf, isInText } from './search-excerpt.ts'

const marked = (text: string, q: string) =>
  excerptOf(text, q)
    .map(part => (part.is_match ? `[${part.text}]` : part.text))
    .join('')

describe('The excerpt of a found post', () => {
  it('marks the whole of what was typed where it stands, and otherwise each word at its beginning', () => {
    expect(marked('Fresh coffee, fresh bread', 'fresh coffee')).toBe('[Fresh coffee], [fresh] bread')
    expect(marked('Toffee and coffee', 'cof')).toBe('Toffee and [cof]fee')
    expect(marked('Fresh\n\ncoffee', '"fresh coffee"')).toBe('[Fresh coffee]')
  })

  it('marks a match written with other case, accents, width or script rules', () => {
    expect(marked('Ein Café in İzmir', 'cafe IZMIR')).toBe('Ein [Café] in [İzmir]')
    expect(marked('Große Straße', 'STRASSE')).toBe('Große [Straße]')
    expect(marked('ＳＡＬＥ heute', 'sale')).toBe('[ＳＡＬＥ] heute')
    expect(marked('Новая ЁЛКА', 'елка')).toBe('Новая [ЁЛКА]')
    expect(marked('明日は東京タワーに行く', '東京')).toBe('明日は[東京]タワーに行く')
    expect(marked('مُحَمَّد هنا', 'محمد')).toBe('[مُحَمَّد] هنا')
  })

  it('shows the words around a match that is far from the beginning, and cuts a long text', () => {
    const text = `${'before '.repeat(40)}the needle ${'after '.repeat(40)}`
    expect(marked(text, 'needle')).toMatch(/^…(before )+the \[needle\] (after )+.*…$/)
  })

  it('is the beginning of the text when nothing in it matches, and nothing of an empty one', () => {
    expect(marked('Hello there', 'something else')).toBe('Hello there')
    expect(excerptOf('', 'word')).toEqual([])
    expect(marked('50% off', '%')).toBe('50% off')
    expect(marked('a - a', 'a - a (b) [c] \\')).toBe('[a] - [a]')
  })

  it('is always a part of the text, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, q) => {
        const shown = excerptOf(text, q)
          .map(part => part.text)
          .join('')
          .replace(/^…|…$/g, '')
        expect(text.replace(/\s+/g, ' ')).toContain(shown)
      }),
    )
  })

  it('marks every word of a text that is typed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-zäéñа-я0-9]{1,12}$/u), { minLength: 1, maxLength: 9 }),
        words => {
          for (const word of words) expect(isInText(words.join(' '), word.toUpperCase())).toBe(true)
        },
      ),
    )
  })
})
