import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { compareContents } from './content-comparison.ts'
import { type KeptContent, mediaIdsOf } from './kept-content.ts'

const file = (media_id: number, alt_text?: string) => ({
  media_id,
  thumbnail_media_id: null,
  sha256: `sha${media_id}`,
  thumbnail_sha256: null,
  description: 'media' as const,
  extra_fields: alt_text ? { alt_text } : {},
})
const card = (link: string) => ({
  ...file(0),
  media_id: null,
  sha256: null,
  description: 'link' as const,
  extra_fields: { link },
})
const base: KeptContent = {
  social_network: 'facebook',
  type: 'multi_photo',
  message: 'Hello',
  first_comment: '',
  extra_fields: {},
  linked_page: null,
  message_editor_state: null,
  attachments: [file(1), file(2)],
}
const contents: fc.Arbitrary<KeptContent> = fc
  .record({
    message: fc.constantFrom('', 'Hello', 'Hello you'),
    first_comment: fc.constantFrom('', 'First'),
    attachments: fc.uniqueArray(fc.integer({ min: 1, max: 4 })).map(ids => ids.map(id => file(id))),
    message_editor_state: fc.constantFrom(null, '{}'),
  })
  .map(changed => ({ ...base, ...changed }))

describe('Comparing two contents', () => {
  test.each<[string, Partial<KeptContent>, object | null]>([
    ['nothing', {}, null],
    ['only what the editor keeps for itself', { message_editor_state: '{"a":1}' }, null],
    [
      'a word',
      { message: 'Hello you' },
      { parts: ['text'], text: { before: 'Hello', after: 'Hello you' }, media: null },
    ],
    [
      'the first comment',
      { first_comment: 'First' },
      { parts: ['first comment'], first_comment: { before: '', after: 'First' } },
    ],
    [
      'the order',
      { attachments: [file(2), file(1)] },
      { parts: ['media'], media: { before: [file(1), file(2)], after: [file(2), file(1)] } },
    ],
    ['an alternative text', { attachments: [file(1, 'Bread'), file(2)] }, { parts: ['media'], text: null }],
    [
      'a link',
      { attachments: [file(1), file(2), card('https://a.example')] },
      { media: null, links: { before: [], after: ['https://a.example'] } },
    ],
  ])('finds %s', (_, change, expected) => {
    const found = compareContents(base, { ...base, ...change })
    if (expected === null) expect(found).toBeNull()
    else expect(found).toMatchObject(expected)
  })

  it('says the same the other way round, with before and after exchanged', () => {
    fc.assert(
      fc.property(contents, contents, (one, other) => {
        const there = compareContents(one, other)
        const back = compareContents(other, one)
        expect(back?.parts).toEqual(there?.parts)
        for (const part of ['text', 'first_comment', 'media', 'links'] as const)
          expect(back?.[part] ?? null).toEqual(
            there?.[part] ? { before: there[part].after, after: there[part].before } : null,
          )
      }),
    )
  })

  it('takes the same bytes for the same file', () => {
    const uploadedAgain = { ...file(1), media_id: 9 }
    const found = compareContents(base, { ...base, message: 'Hi', attachments: [uploadedAgain, file(2)] })
    expect(found).toMatchObject({ parts: ['text'], media: null })
  })

  it('keeps each file of a content once', () => {
    const thumbnail = { ...file(3), thumbnail_media_id: 1 }
    expect(mediaIdsOf({ ...base, attachments: [file(1), thumbnail, card('https://a.example')] })).toEqual([
      1, 3,
    ])
  })
})
