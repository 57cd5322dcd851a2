import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findNamedClients, type NamedClient } from './named-clients.ts'

const own: NamedClient = { id: 1, name: 'Harbor Coffee', handles: ['harborcoffee'] }
const bloom: NamedClient = { id: 2, name: 'Café Bloom', handles: ['bloom.berlin'] }
const others = [bloom]
const find = (text: string, clients = { own, others }) => findNamedClients(text, clients)
const foundIn = (text: string) => find(text).map(({ by, found }) => [by, found])

describe('A text names another client', () => {
  it.each([
    ['Cake at Café Bloom today', 'name', 'Café Bloom'],
    ['cake at CAFE BLOOM’s terrace', 'name', 'Café Bloom'],
    ['“Cafe\nBloom”', 'name', 'Café Bloom'],
    ['See you at CafeBloom', 'name', 'Café Bloom'],
    ['Thanks @bloom.berlin!', 'handle', '@bloom.berlin'],
    ['Thanks @bloom_berlin', 'handle', '@bloom_berlin'],
    ['Write to hello@cafe-bloom.de', 'link', 'cafe-bloom.de'],
    ['Spring is here #CafeBloom', 'hashtag', '#CafeBloom'],
    ['Book at https://www.cafe-bloom.de/tables', 'link', 'https://www.cafe-bloom.de/tables'],
    ['Book at shop.cafébloom.co.uk', 'link', 'shop.cafébloom.co.uk'],
    ['See instagram.com/bloom.berlin/', 'link', 'instagram.com/bloom.berlin/'],
    [
      'See https://www.linkedin.com/company/cafe-bloom',
      'link',
      'https://www.linkedin.com/company/cafe-bloom',
    ],
  ])('%s', (text, by, found) => {
    expect(foundIn(text)).toEqual([[by, found]])
  })

  it.each([
    ['Müller GmbH', 'Danke an Müller für die Torte'],
    ['Müller GmbH & Co. KG', 'Danke an Müller für die Torte'],
    ['Acme Widgets, Inc.', 'Built by Acme Widgets'],
    ['CafeBloom', 'Cake at Café Bloom'],
    ['Bike Shop Berlin', 'Ours is the BikeshopBerlin'],
  ])('%s, as people say or write it: %s', (name, text) => {
    expect(find(text, { own, others: [{ id: 3, name, handles: [] }] })).toEqual([
      { client: { id: 3, name, handles: [] }, by: 'name', found: name },
    ])
  })

  it.each([
    ['Apple Inc.', 'An apple a day'],
    ['Harbor Ltd', 'Our Harbor Coffee by the harbor'],
    ['Co. KG', 'Coffee & Co.'],
    ['Art Is', 'The best part is here'],
  ])('but not %s in an ordinary sentence: %s', (name, text) => {
    expect(find(text, { own, others: [{ id: 3, name, handles: [] }] })).toEqual([])
  })

  it('in a script without spaces', () => {
    const clients = { own, others: [{ id: 3, name: '花屋', handles: [] }] }
    expect(find('今日は花屋でお待ちしています', clients)).toHaveLength(1)
  })

  it('with a particle behind it, as in Korean', () => {
    const clients = { own, others: [{ id: 3, name: '서울커피', handles: [] }] }
    expect(find('서울커피에서 만나요', clients)).toHaveLength(1)
    expect(find('우리서울커피', clients)).toEqual([])
  })

  it('whose name has the own one in it', () => {
    const clients = { own, others: [{ id: 3, name: 'Harbor Coffee Berlin', handles: [] }] }
    expect(find('Fresh at #HarborCoffeeBerlin', clients)).toHaveLength(1)
  })
})

describe('A text does not name another client', () => {
  it.each([
    'Flowers bloom at the café',
    'Cafés bloom',
    'Our Harbor Coffee, @harborcoffee #HarborCoffee https://harbor-coffee.com',
    'example.com/cafe-bloom-review',
    '',
  ])('%s', text => {
    expect(foundIn(text)).toEqual([])
  })

  it('that is named like the own one, or by a part of its name', () => {
    const clients = {
      own,
      others: [
        { id: 3, name: 'Harbor', handles: ['harborcoffee'] },
        { id: 4, name: 'Harbor Coffee', handles: [] },
        { id: 5, name: 'A', handles: ['abc'] },
      ],
    }
    expect(find('A cup of Harbor Coffee #harborcoffee @abc', clients)).toEqual([])
    expect(find('The Harbor is open', clients).map(({ client }) => client.id)).toEqual([3])
  })
})

const letters = (min: number) => fc.stringMatching(new RegExp(`^[a-z]{${min},9}$`))
const names = fc.tuple(letters(4), letters(4)).map(words => words.join(' '))
const filler = fc.array(fc.stringMatching(/^[0-9]{1,5}$/), { maxLength: 6 }).map(words => words.join(' '))
const named = (id: number, name: string): NamedClient => ({ id, name, handles: [] })

describe('Whatever the names', () => {
  const worlds = fc.tuple(names, names, filler, filler).filter(([a, b]) => !` ${a} `.includes(` ${b} `))

  it('a name is found wherever it stands and however it is written, and each client once', () => {
    const ways = [
      (name: string) => name.toUpperCase(),
      (name: string) => name.replace(' ', '\n'),
      (name: string) => `#${name.replace(' ', '')}`,
      (name: string) => `@${name.replace(' ', '_')}`,
      (name: string) => `https://www.${name.replace(' ', '-')}.com/a`,
    ]
    fc.assert(
      fc.property(worlds, fc.constantFrom(...ways), ([ownName, other, before, after], write) => {
        fc.pre(ownName.replace(' ', '') !== other.replace(' ', ''))
        const text = `${before} ${write(other)}, ${after} ${write(other)}`
        const found = findNamedClients(text, { own: named(1, ownName), others: [named(2, other)] })
        expect(found.map(({ client }) => client.id)).toEqual([2])
      }),
    )
  })

  it('the own name alone names nobody else', () => {
    fc.assert(
      fc.property(worlds, ([ownName, other, before, after]) => {
        const clients = { own: named(1, ownName), others: [named(2, other), named(3, ownName)] }
        const text = `${before} ${ownName}. ${after} #${ownName.replace(' ', '')}`
        expect(findNamedClients(text, clients)).toEqual([])
      }),
    )
  })

  it('what is found is one of the names, in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), text => {
        for (const { client } of find(text)) expect(client).toBe(bloom)
      }),
    )
  })
})

// Quadratic time would be minutes.
it.each(['a', 'a.', '#', '@a', 'a-', '/', 'e\u0301'])('The longest text is read: %s', part => {
  expect(foundIn(part.repeat(60_000))).toEqual([])
})
