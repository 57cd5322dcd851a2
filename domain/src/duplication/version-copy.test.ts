import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type PostType, postTypes, type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { typesTakenBy } from '#domain/networks/network.ts'
import type { Attachment } from '#domain/posts/model.ts'
import { type CopySource, copyProblems, copyVersion, sourceFor } from './version-copy.ts'

const at = '2026-06-01T08:00:00.000Z'

const file = (id: number, kind: 'image' | 'video' = 'image'): Attachment => ({
  id,
  post_social_id: 1,
  object_id: id,
  object_type: kind,
  description: 'media',
  created_at: at,
  updated_at: at,
  thumbnail_object_id: null,
  thumbnail_object_data: null,
  extra_fields: { alt_text: `File ${id}`, content_tags: [{ id: '1', name: 'coffee' }] },
  object_data: {
    public_url: `/media/${id}`,
    content_type: kind === 'image' ? 'image/jpeg' : 'video/mp4',
    file_size: 1000,
    is_temporary: false,
    original_name: `${id}.jpg`,
    user_id: 1,
    previews: null,
    parent_media_id: null,
    crop: null,
    options: { width: 1080, height: 1080, ratio: 1, type: kind, duration: kind === 'image' ? null : 10 },
  },
})

const card = (id: number, description: 'link' | 'child-link'): Attachment => ({
  ...file(id),
  object_id: null,
  object_type: 'link',
  object_data: null,
  description,
  extra_fields: { link: 'https://example.com/' },
})

const version = (part: Partial<CopySource> = {}): CopySource => ({
  social_network: 'facebook',
  type: 'text',
  message: 'Hello',
  first_comment: '',
  awaited_files: [],
  message_editor_state: '{"root":{}}',
  extra_fields: {},
  attachments: [],
  follows_shared: true,
  ...part,
})

describe('A version’s copy', () => {
  it('is the same on its own network', () => {
    const source = version({
      type: 'multi_photo',
      attachments: [file(1), file(2)],
      first_comment: '#more',
      extra_fields: { mentions: [{ id: '7', mention: '@Mill' }] },
    })
    const { awaited_files: _, follows_shared: __, ...content } = source
    expect(copyVersion(source, 'facebook')).toEqual({ ...content, lost: [] })
  })

  it.each<[from: PostType, to: SocialNetwork, type: PostType | null, attachments: Attachment[]]>([
    ['multi_photo', 'instagram', 'multi_photo', [file(1), file(2)]],
    ['text', 'instagram', null, []],
    ['text', 'twitter', 'text', []],
    ['single_photo', 'instagram', 'single_photo', []],
    ['photo_story', 'instagram', 'photo_story', [file(1)]],
    ['photo_story', 'linkedin', null, [file(1)]],
    ['photo_story', 'twitter', null, [file(1)]],
    ['link', 'instagram', null, [card(1, 'link')]],
  ])('of a %s on %s is a %s', (type, network, expected, attachments) => {
    expect(copyVersion(version({ type, attachments }), network)?.type ?? null).toBe(expected)
  })

  it('says what another network does not take', () => {
    const source = version({
      type: 'link_carousel',
      attachments: [card(1, 'link'), card(2, 'child-link'), card(3, 'child-link')],
      extra_fields: {
        mentions: [
          { id: '7', mention: '@Mill' },
          { id: '8', mention: '@Ann' },
        ],
      },
    })
    const copy = copyVersion(source, 'linkedin')
    expect(copy?.attachments).toHaveLength(1)
    expect(copy?.lost).toEqual([
      'Becomes “Link” on LinkedIn',
      'LinkedIn does not take 2 link cards',
      '2 mentions of Facebook become plain text',
    ])
  })

  it('leaves behind what is not uploaded yet, and says so', () => {
    const copy = copyVersion(version({ awaited_files: ['cup.jpg'] }), 'facebook')
    expect(copy?.lost).toEqual(['cup.jpg is not uploaded yet and stays behind'])
  })

  it('keeps a text that is too long, as a problem', () => {
    const copy = copyVersion(version({ message: 'x'.repeat(281) }), 'twitter')
    expect(copy?.message).toHaveLength(281)
    expect(copy && copyProblems(copy)).toEqual(['Message length should be less than 280 characters.'])
  })

  it('is made of the network’s own version, otherwise of the shared one', () => {
    const versions = [
      version({ social_network: 'linkedin', follows_shared: false }),
      version({ social_network: 'facebook', follows_shared: true }),
    ]
    expect(sourceFor(versions, 'linkedin')?.social_network).toBe('linkedin')
    expect(sourceFor(versions, 'twitter')?.social_network).toBe('facebook')
    expect(sourceFor([], 'twitter')).toBeNull()
  })
})

const anyAttachment = fc.oneof(
  fc.constantFrom('image' as const, 'video' as const).map(kind => (id: number) => file(id, kind)),
  fc.constantFrom('link' as const, 'child-link' as const).map(kind => (id: number) => card(id, kind)),
)
const anyVersion = fc.record({
  social_network: fc.constantFrom(...socialNetworks),
  type: fc.constantFrom(...postTypes),
  message: fc.string(),
  first_comment: fc.string(),
  mentions: fc.integer({ min: 0, max: 3 }),
  attachments: fc
    .array(anyAttachment, { maxLength: 12 })
    .map(list => list.map((make, index) => make(index + 1))),
})

test('a copy has all content facts of its source, but for those that it says are lost', () => {
  fc.assert(
    fc.property(anyVersion, fc.constantFrom(...socialNetworks), ({ mentions, ...part }, network) => {
      const names = Array.from({ length: mentions }, (_, id) => ({ id: String(id), mention: `@${id}` }))
      const source = version({ ...part, extra_fields: { mentions: names } })
      const copy = copyVersion(source, network)
      if (copy === null) return
      const says = (word: RegExp) => copy.lost.some(text => word.test(text))
      expect(copy.message).toBe(source.message)
      expect(copy.first_comment).toBe(source.first_comment)
      if (copy.type !== source.type) expect(says(/^Becomes/)).toBe(true)
      expect((copy.extra_fields.mentions ?? []).length === names.length || says(/plain text/)).toBe(true)
      const kept = copy.attachments.map(({ id }) => id)
      expect(source.attachments.map(({ id }) => id).filter(id => kept.includes(id))).toEqual(kept)
      const files = (list: readonly Attachment[]) => list.filter(({ description }) => description === 'media')
      expect(files(copy.attachments).map(({ object_id }) => object_id)).toEqual(
        files(source.attachments).map(({ object_id }) => object_id),
      )
      for (const one of copy.attachments)
        expect(one.extra_fields.alt_text).toBe(
          source.attachments.find(({ id, description }) => id === one.id && description === one.description)
            ?.extra_fields.alt_text,
        )
      expect(kept.length === source.attachments.length || says(/does not take/)).toBe(true)
    }),
  )
})

test('a copy on another network always has a type that the network takes', () => {
  fc.assert(
    fc.property(anyVersion, fc.constantFrom(...socialNetworks), ({ mentions: _, ...part }, network) => {
      const copy = copyVersion(version(part), network)
      if (copy && network !== part.social_network) expect(typesTakenBy(network)).toContain(copy.type)
    }),
  )
})
