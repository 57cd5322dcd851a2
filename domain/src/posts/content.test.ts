import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type Content, canonicalContent, changedParts } from './content.ts'

const content = (change: Partial<Content> = {}): Content => ({
  social_network: 'facebook',
  type: 'single_photo',
  message: 'Fresh bread',
  first_comment: '',
  extra_fields: {},
  linked_page: null,
  attachments: [{ sha256: 'a1', thumbnail_sha256: null, description: 'media', extra_fields: {} }],
  ...change,
})
const [photo] = content().attachments
const card = { url: 'https://example.com/', page: null }
const mention = { id: '7', mention: '@ann' }

describe('What changed between two contents', () => {
  test.each<[string, Partial<Content>, string[]]>([
    ['nothing', {}, []],
    ['the text', { message: 'Fresh rolls' }, ['text']],
    ['the first comment', { first_comment: 'Come early' }, ['first comment']],
    ['the media, if there is another file', { attachments: [] }, ['media']],
    [
      'the media, if a description of one is new',
      { attachments: photo ? [{ ...photo, extra_fields: { alt_text: 'Bread' } }] : [] },
      ['media'],
    ],
    ['the card of its link', { linked_page: card }, ['link card']],
    ['the mentions', { extra_fields: { mentions: [mention] } }, ['mentions']],
    ['the post type', { type: 'multi_photo' }, ['type']],
    [
      'several parts, in a fixed order',
      { type: 'text', attachments: [], message: '' },
      ['text', 'media', 'type'],
    ],
  ])('is %s', (_, change, parts) => {
    expect(changedParts(content(), content(change))).toEqual(parts)
  })

  it('is nothing where a field is empty instead of missing', () => {
    expect(changedParts(content(), content({ extra_fields: { mentions: [] } }))).toEqual([])
  })
})

describe('The canonical text of a content', () => {
  it('has no word about a card where there is none, so that digests of before there were any still hold', () => {
    expect(canonicalContent(content())).toBe(
      '{"attachments":[{"description":"media","extra_fields":{},"sha256":"a1"}],"content_tags":[],"mentions":[],"message":"Fresh bread","social_network":"facebook","type":"single_photo"}',
    )
    expect(canonicalContent(content({ linked_page: card }))).toContain('"linked_page":{"url"')
  })

  it('differs exactly when a part of it has changed', () => {
    const contents = fc.record({
      social_network: fc.constant('facebook' as const),
      type: fc.constantFrom('text' as const, 'single_photo' as const),
      message: fc.constantFrom('', 'Fresh bread'),
      first_comment: fc.constantFrom('', 'Come early'),
      extra_fields: fc.constantFrom<Content['extra_fields']>({}, { mentions: [mention] }),
      attachments: fc.constantFrom([], content().attachments),
      linked_page: fc.constantFrom(null, card),
    })
    fc.assert(
      fc.property(contents, contents, (before, after) => {
        const isSame = canonicalContent(before) === canonicalContent(after)
        expect(changedParts(before, after).length === 0).toBe(isSame)
      }),
    )
  })
})
