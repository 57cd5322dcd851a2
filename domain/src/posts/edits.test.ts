import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Content } from './content.ts'
import { changedWords, versionEdit } from './edits.ts'

const content: Content = {
  social_network: 'facebook',
  type: 'text',
  message: 'Hello',
  first_comment: '',
  linked_page: null,
  extra_fields: {},
  attachments: [],
}
const file = (sha256: string, description: 'media' | 'link' = 'media') => ({
  sha256,
  thumbnail_sha256: null,
  description,
  extra_fields: {},
})

describe('What an edit changed in a version', () => {
  it('is nothing where both say the same', () => {
    expect(versionEdit(content, { ...content, attachments: [] })).toBe(null)
  })

  it('has the words of a text only if that text changed', () => {
    const edit = versionEdit(content, { ...content, message: 'Hello you' })
    expect(edit).toMatchObject({ parts: ['text'], message_before: 'Hello', message_after: 'Hello you' })
    expect(edit).toMatchObject({ first_comment_before: null, media_before: null, media_after: null })
  })

  it('counts files, not links', () => {
    const after = { ...content, attachments: [file('a'), file('b'), file('c', 'link')] }
    expect(versionEdit(content, after)).toMatchObject({ parts: ['media'], media_before: 0, media_after: 2 })
  })
})

describe('The changed words of a text', () => {
  it('are the whole of short texts', () => {
    expect(changedWords('Free beer', 'Free coffee')).toEqual({ before: 'Free beer', after: 'Free coffee' })
  })

  it('are nothing where nothing changed', () => {
    expect(changedWords('Same', 'Same')).toBe(null)
  })

  it('stand in some words of what is around them, with a sign where something was left out', () => {
    const words = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => `w${from + i}`).join(' ')
    const before = `${words(0, 100)} beer ${words(100, 200)}`
    expect(changedWords(before, before.replace('beer', 'coffee'))).toEqual({
      before: `…${words(85, 100)} beer ${words(100, 112)}…`,
      after: `…${words(85, 100)} coffee ${words(100, 112)}…`,
    })
  })

  it('are cut where they are very long', () => {
    const found = changedWords('', 'x'.repeat(63_206))
    expect(found).toEqual({ before: '', after: `${'x'.repeat(2000)}…` })
  })

  it('never split a sign, and give back both texts together with what was left out', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '👍', 'é', '漢', '\n'), maxLength: 400 })
    fc.assert(
      fc.property(text, text, text, text, (start, one, other, end) => {
        const [before, after] = [start + one + end, start + other + end]
        const found = changedWords(before, after)
        // Without a value: a property that returns one says by it whether it holds.
        if (found === null) {
          expect(before).toBe(after)
          return
        }
        for (const shown of [found.before, found.after]) expect(shown.isWellFormed()).toBe(true)
        const kept = (shown: string) => shown.replace(/^…/, '').replace(/…$/, '')
        expect(before).toContain(kept(found.before))
        expect(before.replace(kept(found.before), () => kept(found.after))).toBe(after)
      }),
    )
  })
})
