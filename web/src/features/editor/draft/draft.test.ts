import { describe, expect, it, test } from 'vitest'
import { fittingType } from '#domain/networks/fitting-type.ts'
import type { MediaKind, PostType, SocialNetwork } from '#domain/networks/model.ts'
import { buildPostSocial, uploaded } from '../../../../testing/build-post.ts'
import { copyInto, draftOf, isChanged, saveOf, withMedia } from './draft.ts'
import type { DraftMedia } from './draft-media.ts'

const photos = (count: number): { kind: MediaKind }[] =>
  Array.from({ length: count }, () => ({ kind: 'image' }))

const fresh = (objectId: number): DraftMedia => ({
  key: `upload-${objectId}`,
  attachmentId: null,
  objectId,
  data: uploaded(0, objectId).object_data,
  thumbnail: null,
  description: 'media',
  extraFields: {},
})

describe('the post type', () => {
  test.each<[SocialNetwork, PostType, number, PostType]>([
    ['facebook', 'single_photo', 1, 'single_photo'],
    ['facebook', 'single_photo', 2, 'multi_photo'],
    ['facebook', 'multi_photo', 1, 'single_photo'],
    ['facebook', 'text', 1, 'single_photo'],
    ['facebook', 'text', 0, 'text'],
    ['facebook', 'single_photo', 0, 'single_photo'],
    ['twitter', 'single_photo', 4, 'single_photo'],
    ['instagram', 'photo_story', 1, 'photo_story'],
  ])('on %s, chosen as %s, with %i photos is %s', (network, chosen, count, type) =>
    expect(fittingType(network, chosen, photos(count))).toBe(type),
  )
  it('of a photo and a video on Instagram is one that Galley publishes as one post', () =>
    expect(fittingType('instagram', 'single_photo', [{ kind: 'image' }, { kind: 'video' }])).toBe(
      'multi_content',
    ))
})

describe('the files in a save', () => {
  const saved = buildPostSocial({
    attachments: [uploaded(1, 11), uploaded(2, 12)],
    attachment_order: [2, 1],
  })

  it('are shown in the order that was saved', () =>
    expect(draftOf(saved).media.map(({ attachmentId }) => attachmentId)).toEqual([2, 1]))

  it('are detached if removed, attached if new, and ordered if they stay', () => {
    const draft = draftOf(saved)
    const next = withMedia('facebook', draft, [
      ...draft.media.filter(({ attachmentId }) => attachmentId === 1),
      fresh(13),
    ])
    expect(saveOf(next, saved)).toMatchObject({
      version: 1,
      attachment_order: [1],
      media_actions: [
        { action: 'detach', id: 2 },
        { action: 'attach', object_id: 13, description: 'media' },
      ],
    })
  })

  it('are updated if their alternative text changed, and only then', () => {
    const draft = draftOf(saved)
    const media = draft.media.map(item =>
      item.attachmentId === 1 ? { ...item, extraFields: { alt_text: 'A cup' } } : item,
    )
    expect(saveOf({ ...draft, media }, saved).media_actions).toEqual([
      { action: 'update', id: 1, extra_fields: { alt_text: 'A cup' } },
    ])
  })

  it('are replaced in their place by another file, as a crop of it', () => {
    const draft = draftOf(saved)
    const media = draft.media.map(item => (item.attachmentId === 1 ? { ...item, objectId: 99 } : item))
    const cropped = { ...draft, media }
    expect(isChanged(cropped, saved)).toBe(true)
    expect(saveOf(cropped, saved).media_actions).toEqual([
      { action: 'update', id: 1, object_id: 99, extra_fields: {} },
    ])
  })

  it('count as changed in another order', () => {
    const draft = draftOf(saved)
    expect(isChanged(draft, saved)).toBe(false)
    expect(isChanged({ ...draft, media: draft.media.toReversed() }, saved)).toBe(true)
  })
})

describe('copying content to another network', () => {
  const source = { ...draftOf(buildPostSocial({ message: 'From Facebook' })), type: 'multi_photo' as const }
  const target = draftOf(buildPostSocial({ id: 2, social_network: 'twitter', message: 'Old' }))

  it('attaches text and files again', () => {
    const copy = copyInto('twitter', target, { ...source, media: [fresh(11), fresh(12)] })
    expect(copy.message).toBe('From Facebook')
    expect(copy.media.map(({ attachmentId, objectId }) => [attachmentId, objectId])).toEqual([
      [null, 11],
      [null, 12],
    ])
  })

  it('keeps to a type that the network takes: four photos are a single_photo on Twitter', () =>
    expect(copyInto('twitter', target, { ...source, media: [fresh(1), fresh(2)] }).type).toBe('single_photo'))

  it('keeps a file that is attached there already', () => {
    const own = { ...fresh(11), attachmentId: 40 }
    const copy = copyInto('twitter', { ...target, media: [own] }, { ...source, media: [fresh(11)] })
    expect(copy.media[0]?.attachmentId).toBe(40)
  })
})

describe('a mention', () => {
  const ann = { id: '7', mention: '@ann', name: 'Ann', username: 'ann' }
  const bob = { id: '8', mention: '@bob' }
  const saved = buildPostSocial({ message: 'Thanks @ann', extra_fields: { mentions: [ann] } })
  const mentionsOf = (draft: ReturnType<typeof draftOf>) => saveOf(draft, saved).extra_fields?.mentions

  it('is sent once, as long as it is in the message or the first comment', () => {
    const draft = { ...draftOf(saved), mentions: [ann, bob, ann] }
    expect(mentionsOf(draft)).toEqual([ann])
    expect(mentionsOf({ ...draft, firstComment: 'and @bob' })).toEqual([ann, bob])
    expect(mentionsOf({ ...draft, message: 'Thanks' })).toEqual([])
  })

  it('counts as a change by itself', () => {
    const draft = draftOf(saved)
    expect(isChanged({ ...draft, mentions: [ann, bob] }, saved)).toBe(false)
    expect(isChanged({ ...draft, mentions: [{ ...ann, id: '9' }] }, saved)).toBe(true)
  })

  it('is not copied to another network', () => {
    expect(copyInto('linkedin', draftOf(buildPostSocial()), draftOf(saved)).mentions).toEqual([])
  })
})

describe('a video’s thumbnail', () => {
  const still = uploaded(0, 50)
  const film = { ...uploaded(1, 11), thumbnail_object_id: 50, thumbnail_object_data: still.object_data }
  const saved = buildPostSocial({ type: 'single_video', attachments: [film], attachment_order: [1] })

  it('is removed or changed with the video it belongs to', () => {
    const draft = draftOf(saved)
    const [media] = draft.media
    if (!media) throw new Error('no media')
    expect(media.thumbnail?.objectId).toBe(50)
    const without = { ...draft, media: [{ ...media, thumbnail: null }] }
    expect(saveOf(without, saved).media_actions).toEqual([
      { action: 'update', id: 1, extra_fields: {}, thumbnail_object_id: null },
    ])
    expect(saveOf({ ...draft, media: [{ ...media, attachmentId: null }] }, saved).media_actions?.[1]).toEqual(
      { action: 'attach', description: 'media', extra_fields: {}, object_id: 11, thumbnail_object_id: 50 },
    )
  })
})
