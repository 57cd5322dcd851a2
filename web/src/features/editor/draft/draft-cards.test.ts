import { describe, expect, it, test } from 'vitest'
import { buildPostSocial } from '../../../../testing/build-post.ts'
import { draftOf, saveOf } from './draft.ts'
import { cardsOf, emptyCard, linkOf, withCards, withLink, withLinkFromMessage } from './draft-cards.ts'

const draft = (message = '', type: 'link' | 'text' | 'link_carousel' = 'link') =>
  draftOf(buildPostSocial({ message, type }))

describe('a link post', () => {
  test.each([
    ['link', 'See https://harbor.example/winter.', 'https://harbor.example/winter'],
    ['link', 'See our site', undefined],
    ['text', 'See https://harbor.example/winter.', undefined],
  ] as const)('of the type %s with “%s” takes the link %s', (type, message, link) => {
    expect(linkOf(withLinkFromMessage('facebook', draft(message, type), 'key'))?.extraFields.link).toBe(link)
  })

  it('keeps the link it has', () => {
    const linked = withLink(draft('https://other.example'), { link: 'https://harbor.example' }, 'key')
    expect(withLinkFromMessage('facebook', linked, 'other')).toBe(linked)
  })

  it('loses its link when the link is removed', () => {
    const linked = withLink(draft(), { link: 'https://harbor.example' }, 'key')
    expect(withLink(linked, null, 'key').media).toEqual([])
  })
})

describe('a link carousel', () => {
  const card = (key: string, link: string) => ({ ...emptyCard(key, 'child-link', { link }), attachmentId: 5 })
  const main = { ...emptyCard('main', 'link', { link: 'https://a.example' }), attachmentId: 4 }

  it('has its main link card first, and stores that one only with its link', () => {
    const empty = emptyCard('main', 'link')
    const stored = withCards(draft('', 'link_carousel'), [empty, card('one', 'https://b.example')])
    expect(stored.media.map(({ key }) => key)).toEqual(['one'])
    const both = withCards(stored, [main, ...cardsOf(stored)])
    expect(cardsOf(both).map(({ key }) => key)).toEqual(['main', 'one'])
  })

  it('attaches cards again that change between main and other', () => {
    const before = withCards(draft('', 'link_carousel'), [main, card('one', 'https://b.example')])
    const [first, second] = cardsOf(before)
    if (!first || !second) throw new Error('no cards')
    const after = withCards(before, [second, first])
    expect(
      cardsOf(after).map(({ key, description, attachmentId }) => [key, description, attachmentId]),
    ).toEqual([
      ['one', 'link', null],
      ['main', 'child-link', null],
    ])
    expect(saveOf(after, buildPostSocial()).media_actions).toEqual([
      {
        action: 'attach',
        description: 'link',
        extra_fields: { link: 'https://b.example', is_child_link: false },
      },
      {
        action: 'attach',
        description: 'child-link',
        extra_fields: { link: 'https://a.example', is_child_link: true },
      },
    ])
  })
})
