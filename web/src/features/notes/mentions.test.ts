import { describe, expect, it } from 'vitest'
import { completeMention, mentionAt, mentionedIn, peopleFor } from './mentions.ts'

const people = [
  { id: 1, name: 'Ada Bluebird' },
  { id: 8, name: 'Inès Okafor' },
  { id: 9, name: 'Anna-Lena Groß' },
]
const typedIn = (text: string) => mentionAt(text, text.length)?.typed ?? null

describe('A mention', () => {
  it.each([
    ['@', ''],
    ['Dear @in', 'in'],
    ['(@Ada Blu', 'Ada Blu'],
    ['@Ада', 'Ада'],
    ['name@example', null],
    ['@Ada is here', null],
    ['nothing', null],
  ])('is found in %j as %j', (text, typed) => {
    expect(typedIn(text)).toBe(typed)
  })

  it('ends at the caret, not at the end of the text', () => {
    expect(mentionAt('@Ad and more', 3)).toEqual({ start: 0, typed: 'Ad' })
  })

  it('offers people by the start of any part of their name, without accents', () => {
    const names = (typed: string) => peopleFor(people, typed).map(({ id }) => id)
    expect([names(''), names('ines'), names('oka'), names('len'), names('a'), names('zo')]).toEqual([
      [1, 8, 9],
      [8],
      [8],
      [9],
      [1, 9],
      [],
    ])
  })

  it('replaces what was typed and leaves one space behind it', () => {
    expect(completeMention('Hi @in there', { start: 3, caret: 6, name: 'Inès Okafor' })).toEqual({
      text: 'Hi @Inès Okafor there',
      caret: 16,
    })
  })

  it('counts only while its name is in the text', () => {
    expect(mentionedIn('Thanks @Ada Bluebird and @Inès', people)).toEqual([1])
  })
})
