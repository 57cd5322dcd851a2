import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { postTypes, socialNetworks } from '#domain/networks/model.ts'
import { networks, typesTakenBy } from '#domain/networks/network.ts'
import { contentOf, postSocialProblems } from './problems.ts'
import {
  editVersion,
  followersIn,
  type SharingDraft,
  type SharingVersion,
  sharedSource,
  takeShared,
  takesAttachment,
} from './shared-content.ts'

type Item = SharingDraft['media'][number]

const photo = (objectId: number): Item => ({
  key: `photo-${objectId}`,
  attachmentId: null,
  objectId,
  description: 'media',
  data: {
    public_url: `/media/${objectId}.jpg`,
    content_type: 'image/jpeg',
    file_size: 400_000,
    options: { width: 1080, height: 1080, ratio: 1, type: 'image', duration: null },
    is_temporary: false,
    original_name: 'photo.jpg',
    user_id: null,
    previews: null,
    parent_media_id: null,
    crop: null,
  },
})
const link: Item = {
  key: 'link',
  attachmentId: null,
  objectId: null,
  data: null,
  description: 'link',
  conversion: null,
}

const draft = (part: Partial<SharingDraft> = {}): SharingDraft => ({
  type: 'single_photo',
  message: '',
  firstComment: '',
  media: [],
  awaitedFiles: [],
  isFollowing: true,
  ...part,
})

const texts = fc.record({ message: fc.string(), firstComment: fc.string() })
const files = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 4 }).map(ids => ids.map(photo))

/** A post with a version for each network: those that follow say the same, the others something of their own. */
const posts = fc
  .tuple(
    fc.record({ texts, files }),
    fc.tuple(
      ...socialNetworks.map(network =>
        fc.record({
          network: fc.constant(network),
          texts,
          files,
          isFollowing: fc.boolean(),
          isClosed: fc.boolean(),
          type: fc.constantFrom(...typesTakenBy(network)),
        }),
      ),
    ),
  )
  .map(([shared, versions]) =>
    versions.map(({ network, isFollowing, isClosed, type, ...own }, index): SharingVersion<SharingDraft> => {
      const said = isFollowing && !isClosed ? shared : own
      return {
        id: index + 1,
        network,
        isClosed,
        draft: draft({ type, ...said.texts, media: said.files, isFollowing }),
      }
    }),
  )
const edits = fc.record({ texts, files, type: fc.option(fc.constantFrom(...postTypes), { nil: undefined }) })
const ids = fc.integer({ min: 1, max: socialNetworks.length })

const said = ({ message, firstComment, media }: SharingDraft) => ({
  message,
  firstComment,
  media: media.map(({ objectId, description }) => [objectId, description]),
})
const afterEdit = (
  versions: readonly SharingVersion<SharingDraft>[],
  changed: ReadonlyMap<number, SharingDraft>,
) => versions.map(version => ({ ...version, draft: changed.get(version.id) ?? version.draft }))
const find = (versions: readonly SharingVersion<SharingDraft>[], id: number) => {
  const version = versions.find(each => each.id === id)
  if (!version) throw new Error('no such version')
  return version
}

describe('shared content', () => {
  test('is what every version that follows it shows, whichever of them was edited', () =>
    fc.assert(
      fc.property(posts, ids, edits, (before, id, edit) => {
        const { draft: own } = find(before, id)
        const next = { ...own, ...edit.texts, media: edit.files, type: edit.type ?? own.type }
        const changed = afterEdit(before, editVersion(before, id, next))
        const edited = find(changed, id)
        for (const other of followersIn(changed))
          if (!edited.isClosed && edited.draft.isFollowing) expect(said(other.draft)).toEqual(said(next))
      }),
    ))

  test('leaves adapted and closed versions as they are', () =>
    fc.assert(
      fc.property(posts, ids, edits, (before, id, edit) => {
        const next = { ...find(before, id).draft, ...edit.texts, media: edit.files }
        const changed = afterEdit(before, editVersion(before, id, next))
        for (const version of before)
          if (version.id !== id && (!version.draft.isFollowing || version.isClosed))
            expect(find(changed, version.id)).toEqual(version)
      }),
    ))

  test('is not changed by a version that is being adapted, nor by one that is', () =>
    fc.assert(
      fc.property(posts, ids, edits, (before, id, edit) => {
        const next = { ...find(before, id).draft, ...edit.texts, media: edit.files, isFollowing: false }
        expect([...editVersion(before, id, next).keys()]).toEqual([id])
      }),
    ))

  test('is taken whole by a version that follows again', () =>
    fc.assert(
      fc.property(posts, ids, (before, id) => {
        const { network, draft: own } = find(before, id)
        const source = sharedSource(before, id)
        if (source === null) return
        expect(said(takeShared(network, own, source))).toEqual(said(source.draft))
        expect(takeShared(network, own, source).isFollowing).toBe(true)
      }),
    ))

  test('has on every network a type that the network has', () =>
    fc.assert(
      fc.property(posts, ids, edits, (before, id, edit) => {
        const { network, draft: own } = find(before, id)
        const type = edit.type && networks[network].types[edit.type] ? edit.type : own.type
        const changed = editVersion(before, id, { ...own, ...edit.texts, media: edit.files, type })
        for (const [other, { type: present }] of changed)
          expect(typesTakenBy(find(before, other).network)).toContain(present)
      }),
    ))
})

describe('a type', () => {
  const two = [
    { id: 1, network: 'facebook', isClosed: false, draft: draft({ media: [photo(1)] }) },
    {
      id: 2,
      network: 'instagram',
      isClosed: false,
      draft: draft({ type: 'media_carousel', media: [photo(1)] }),
    },
  ] as const

  it('that follows from the files is chosen by each network for itself', () => {
    const changed = editVersion(two, 1, draft({ type: 'multi_photo', media: [photo(1), photo(2)] }))
    expect(changed.get(2)?.type).toBe('media_carousel')
  })
  it('that a person chooses is taken by the networks that have it', () => {
    const [facebook, instagram] = two
    const linkedin = { ...facebook, id: 3, network: 'linkedin' as const }
    const changed = editVersion([facebook, instagram, linkedin], 1, { ...facebook.draft, type: 'text' })
    expect([changed.get(2)?.type, changed.get(3)?.type]).toEqual(['media_carousel', 'text'])
  })
})

describe('a link in the shared content', () => {
  const versions = (['facebook', 'instagram', 'linkedin'] as const).map((network, index) => ({
    id: index + 1,
    network,
    isClosed: false,
    draft: draft({ type: network === 'instagram' ? 'single_photo' : 'link' }),
  }))
  const [facebook] = versions
  if (!facebook) throw new Error('no version')
  const linked = editVersion(versions, 1, { ...facebook.draft, media: [link] })

  it('stays in a version whose network takes none, as a problem of that network', () => {
    expect(takesAttachment('instagram', 'link')).toBe(false)
    expect(linked.get(2)?.media).toEqual([link])
    const onInstagram = (follows_shared: boolean) =>
      postSocialProblems({
        ...contentOf({
          social_network: 'instagram',
          type: 'single_photo',
          message: '',
          first_comment: '',
          extra_fields: {},
          attachments: [],
          awaited_files: [],
          follows_shared,
        }),
        link: 'https://example.org',
      }).map(({ code }) => code)
    expect(onInstagram(true)).toContain('link_not_taken')
    expect(onInstagram(false)).not.toContain('link_not_taken')
  })
  it('leaves it when the others no longer use it', () => {
    const now = afterEdit(versions, linked)
    const changed = editVersion(now, 1, { ...find(now, 1).draft, type: 'single_photo' })
    expect(changed.get(2)?.media).toEqual([])
    expect(changed.get(3)?.media).toEqual([link])
  })
})

it('keeps the attachments that a version has, in the order of the shared content', () => {
  const own = draft({ media: [{ ...photo(1), key: 'mine', attachmentId: 40 }], isFollowing: false })
  const source = { network: 'facebook', draft: draft({ media: [photo(2), photo(1)] }) } as const
  expect(
    takeShared('instagram', own, source).media.map(({ objectId, attachmentId }) => [objectId, attachmentId]),
  ).toEqual([
    [2, null],
    [1, 40],
  ])
})
