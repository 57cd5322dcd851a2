import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { socialNetworks } from '#domain/networks/model.ts'
import type { Content } from './content.ts'
import { followersAfterSave, isSameShared, type SavedVersion } from './following.ts'

const content = (message: string, part: Partial<Content> = {}): Content => ({
  social_network: 'facebook',
  type: 'single_photo',
  first_comment: '',
  extra_fields: {},
  linked_page: null,
  attachments: [],
  message,
  ...part,
})
const version = (
  id: number,
  message: string,
  said: SavedVersion['said'],
  part: Partial<SavedVersion> = {},
): SavedVersion => ({ id, content: content(message), said, isFollowing: true, isClosed: false, ...part })
const followers = (...versions: SavedVersion[]) => {
  const ids = followersAfterSave(versions)
  return ids && [...ids].toSorted()
}

describe('versions that follow the shared content', () => {
  it('are those that a save names and that say the same', () => {
    expect(followers(version(1, 'New', true), version(2, 'New', true), version(3, 'Own', false))).toEqual([
      1, 2,
    ])
    expect(followers(version(1, 'New', true), version(2, 'Other', true))).toBe(null)
  })
  it('conflict with one that somebody else has made follow', () => {
    expect(followers(version(1, 'New', true), version(2, 'Old', null))).toBe(null)
    expect(followers(version(1, 'Old', true), version(2, 'Old', null))).toEqual([1, 2])
  })
  it('stop following when they are saved by themselves', () => {
    expect(followers(version(1, 'By itself', 'unsaid'), version(2, 'Shared', null))).toEqual([2])
    expect(followers(version(1, 'One', 'unsaid'), version(2, 'Two', 'unsaid'))).toEqual([1])
    expect(followers(version(1, 'Same', 'unsaid'), version(2, 'Same', 'unsaid'))).toEqual([1, 2])
  })
  it('go on without one that is being published, which follows again only if it says the same', () => {
    const closed = { isClosed: true }
    expect(followers(version(1, 'New', true), version(2, 'Old', null, closed))).toEqual([1])
    expect(followers(version(1, 'Old', true), version(2, 'Old', null, closed))).toEqual([1, 2])
  })
  test('always say the same', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            id: fc.nat(),
            content: fc.constantFrom('a', 'b').map(text => content(text)),
            said: fc.constantFrom(true, false, 'unsaid' as const, null),
            isFollowing: fc.boolean(),
            isClosed: fc.boolean(),
          }),
        ),
        drawn => {
          const versions = drawn.map((each, id) => ({ ...each, id }))
          const ids = followersAfterSave(versions)
          // What nobody touches agrees already: every save has seen to it.
          const untouched = versions.filter(
            ({ said, isFollowing, isClosed }) => said === null && isFollowing && !isClosed,
          )
          fc.pre(untouched.every(each => each.content.message === untouched[0]?.content.message))
          const open = versions.filter(({ id, isClosed }) => ids?.has(id) && !isClosed)
          expect(new Set(open.map(each => each.content.message)).size).toBeLessThan(2)
          for (const { id, said } of versions)
            if (said === false) expect(ids?.has(id) && !versions[id]?.isClosed).toBeFalsy()
        },
      ),
    ))
})

describe('two versions say the same', () => {
  const file = { sha256: 'a', thumbnail_sha256: null, description: 'media', extra_fields: {} } as const
  const link = {
    ...file,
    sha256: null,
    description: 'link',
    extra_fields: { link: 'https://a.example' },
  } as const

  it('with the same texts and files, whatever their types and mentions', () => {
    const one = content('Hello', { attachments: [file], type: 'multi_photo' })
    const other = content('Hello', {
      social_network: 'instagram',
      type: 'media_carousel',
      extra_fields: { mentions: [{ id: '1', mention: '@ann' }] },
      attachments: [{ ...file, extra_fields: { content_tags: [] } }],
    })
    expect(isSameShared(one, other)).toBe(true)
    expect(isSameShared(one, { ...other, message: 'Hallo' })).toBe(false)
    expect(isSameShared(one, { ...other, first_comment: 'First' })).toBe(false)
    expect(
      isSameShared(one, { ...other, attachments: [{ ...file, extra_fields: { alt_text: 'A cup' } }] }),
    ).toBe(false)
  })
  it('with the same cards, where both networks take cards', () => {
    const one = content('Hello', { attachments: [link] })
    for (const social_network of socialNetworks) {
      const isLess = isSameShared(one, content('Hello', { social_network }))
      expect(isLess).toBe(social_network === 'instagram')
    }
  })
})
