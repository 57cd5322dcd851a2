import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { MediaFile } from '#domain/networks/model.ts'
import { postTypes, socialNetworks } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import type { PostSocialContent } from './problems.ts'
import { contentOf, postSocialProblems } from './problems.ts'

const photo: MediaFile = {
  kind: 'image',
  contentType: 'image/jpeg',
  bytes: 900_000,
  width: 1200,
  height: 800,
  seconds: null,
}
const content = (change: Partial<PostSocialContent>): PostSocialContent => ({
  social_network: 'facebook',
  type: 'single_photo',
  message: 'Fresh bread',
  first_comment: '',
  mentions: [],
  awaited_files: [],
  follows_shared: false,
  media: [photo],
  ...change,
})
const problems = (change: Partial<PostSocialContent>) =>
  postSocialProblems(content(change)).map(({ field, text }) => `${field}: ${text}`)

describe('a post of text alone', () => {
  it.each(socialNetworks.filter(network => networks[network].types.text))(
    'has a text that its readers see on %s',
    social_network => {
      const text = { social_network, type: 'text' as const, media: [] }
      const required = ['message: Message is required']
      for (const message of ['', ' \n', '\u200b', '\u2060\u3164', '\u0301\ufe0f'])
        expect(problems({ ...text, message })).toEqual(required)
      for (const message of ['👩‍👩‍👧‍👦', '❤️', '\u200bHello'])
        expect(problems({ ...text, message })).toEqual([])
    },
  )
})

describe('a post with a photo', () => {
  it.each(socialNetworks)('can go out on %s', social_network => {
    expect(problems({ social_network })).toEqual([])
  })

  it('waits for the files that are being uploaded', () => {
    expect(problems({ awaited_files: ['second.jpg'] })).toEqual(['media: second.jpg is not uploaded yet'])
    expect(problems({ awaited_files: ['second.jpg', 'third.jpg'] })).toEqual([
      'media: 2 files are not uploaded yet',
    ])
  })

  it('needs no text', () => {
    expect(problems({ message: '' })).toEqual([])
  })

  it('needs its photo', () => {
    expect(problems({ media: [] })).toEqual(['media: Add a photo'])
  })
})

describe('hashtags', () => {
  const tags = (count: number) => Array.from({ length: count }, (_, index) => `#tag${index}`).join(' ')
  const instagram = { social_network: 'instagram' } as const

  it('are limited on Instagram in message and first comment together', () => {
    expect(problems({ ...instagram, message: tags(20), first_comment: tags(10) })).toEqual([])
    expect(problems({ ...instagram, message: tags(20), first_comment: tags(13) })).toEqual([
      'first_comment: Instagram accepts at most 30 hashtags in the message and first comment together. Remove 3 of 33.',
    ])
    expect(problems({ ...instagram, message: tags(31) })[0]).toContain('message: Instagram accepts')
  })

  it('count as often as they are written, also joined and as numbers', () => {
    for (const tag of ['#a ', '#a', '#1 '])
      expect(problems({ ...instagram, message: tag.repeat(31) })).toHaveLength(1)
  })

  it('are not limited on the other networks, nor in a story, which has no text', () => {
    for (const social_network of ['facebook', 'linkedin', 'twitter'] as const)
      expect(problems({ social_network, message: '#a '.repeat(31) })).toEqual([])
    expect(problems({ ...instagram, type: 'photo_story', message: '#a '.repeat(31) })).toEqual([])
  })
})

describe('mentions', () => {
  const instagram = { social_network: 'instagram' } as const
  const names = (count: number) => Array.from({ length: count }, (_, index) => `@cafe${index}`).join(' ')

  it('are limited on Instagram, in each text by itself', () => {
    expect(problems({ ...instagram, message: names(20), first_comment: names(20) })).toEqual([])
    expect(problems({ ...instagram, message: names(25), first_comment: names(21) })).toEqual([
      'message: Instagram accepts at most 20 mentions. Remove 5 of 25.',
      'first_comment: Instagram accepts at most 20 mentions. Remove 1 of 21.',
    ])
  })

  it('count also where a name stands for the username', () => {
    const mentions = [{ id: '1', mention: 'Blue Bottle', username: 'bluebottle' }]
    expect(problems({ ...instagram, message: `${names(20)} Blue Bottle` })).toEqual([])
    expect(problems({ ...instagram, mentions, message: `${names(20)} Blue Bottle` })).toHaveLength(1)
  })

  it('are not limited on the other networks', () => {
    for (const social_network of ['facebook', 'linkedin', 'twitter'] as const)
      expect(problems({ social_network, message: names(21) })).toEqual([])
  })
})

describe('a text post', () => {
  const text = { type: 'text', media: [] } as const

  it('needs its text', () => {
    expect(problems(text)).toEqual([])
    expect(problems({ ...text, message: ' \n' })).toEqual(['message: Message is required'])
  })

  it('is refused by Instagram, with no further problems', () => {
    expect(problems({ ...text, social_network: 'instagram', message: 'a'.repeat(3000) })).toEqual([
      'type: Instagram does not take this type of post',
    ])
  })
})

describe('texts', () => {
  it('may not have characters that Twitter refuses, although the others accept them', () => {
    const text = '\uFEFFFresh beans'
    const why =
      'Twitter does not accept the invisible character before “Fresh beans” (U+FEFF). Delete it, or type that part again.'
    expect(problems({ social_network: 'twitter', message: text, first_comment: text })).toEqual([
      `message: ${why}`,
      `first_comment: ${why}`,
    ])
    expect(problems({ social_network: 'linkedin', message: text, first_comment: text })).toEqual([])
  })

  it('may not exceed the network’s limit', () => {
    expect(problems({ social_network: 'instagram', message: 'a'.repeat(2201) })).toEqual([
      'message: Message length should be less than 2200 characters.',
    ])
    expect(problems({ social_network: 'instagram', first_comment: 'a'.repeat(2201) })).toEqual([
      'first_comment: Message length should be less than 2200 characters.',
    ])
  })

  it('are ignored in a story', () => {
    const long = 'a'.repeat(9999)
    expect(
      problems({ social_network: 'instagram', type: 'photo_story', message: long, first_comment: long }),
    ).toEqual([])
  })

  it('are reported together with the problems of the media, text first', () => {
    const tiny = { ...photo, width: 100 }
    expect(problems({ social_network: 'instagram', message: 'a'.repeat(2201), media: [tiny] })).toEqual([
      'message: Message length should be less than 2200 characters.',
      'media: Selected file is not match your desired resolution',
    ])
  })
})

describe('a link post', () => {
  const linked = { type: 'link', media: [], social_network: 'linkedin' } as const

  it.each([
    ['a link', { link: 'https://example.com' }, []],
    ['a web address in its text', { message: 'See https://example.com.' }, []],
    ['neither', {}, ['link: Link is required']],
    ['an empty link', { link: '' }, ['link: Link is required']],
  ])('with %s', (_name, change, expected) => {
    expect(problems({ ...linked, ...change })).toEqual(expected)
  })
})

test.each([
  [null, 2, ['link: Add at least 3 cards', 'link: Main link card: Link is required']],
  ['https://example.com', 1, ['link: Add at least 3 cards']],
  ['https://example.com', 2, []],
  ['https://example.com', 4, []],
  ['https://example.com', 5, ['link: A carousel has at most 5 cards']],
])('a carousel with the main card %s and %d others: %j', (link, child_links, expected) => {
  expect(problems({ type: 'link_carousel', media: [], link, child_links })).toEqual(expected)
})

test('each card of a carousel needs a link, and a carousel takes no other files', () => {
  const cards = { link: 'https://example.com', child_links: 3, cards_without_link: [1, 3], loose_files: 2 }
  expect(problems({ type: 'link_carousel', media: [], ...cards })).toEqual([
    'link: Card 2: Link is required',
    'link: Card 4: Link is required',
    'media: A link carousel has only its cards: remove the other files',
  ])
})

it('names the network in every problem, whatever the content', () => {
  const anything = fc.record({
    social_network: fc.constantFrom(...socialNetworks),
    type: fc.constantFrom(...postTypes),
    message: fc.string({ maxLength: 400 }),
    first_comment: fc.string({ maxLength: 400 }),
    mentions: fc.constant([]),
    awaited_files: fc.array(fc.constant('a.jpg'), { maxLength: 2 }),
    follows_shared: fc.boolean(),
    media: fc.array(fc.constantFrom(photo, { ...photo, kind: 'video' as const, contentType: 'video/mp4' }), {
      maxLength: 12,
    }),
    link: fc.option(fc.webUrl()),
    child_links: fc.nat(8),
  })
  fc.assert(
    fc.property(anything, input => {
      const found = postSocialProblems(input)
      expect(found.filter(({ network, text }) => network !== input.social_network || text === '')).toEqual([])
    }),
  )
})

test('the content of a post social is its files, its link and its cards', () => {
  const attachment = {
    id: 1,
    post_social_id: 1,
    object_id: null,
    object_type: 'link' as const,
    object_data: null,
    thumbnail_object_id: null,
    thumbnail_object_data: null,
    extra_fields: {},
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  }
  const options = { width: 800, height: 600, ratio: null, type: 'image' as const, duration: null }
  const object_data = {
    public_url: '/m/1',
    content_type: 'image/png',
    file_size: 10,
    options,
    is_temporary: false,
    original_name: 'a.png',
    user_id: null,
    previews: null,
    parent_media_id: null,
    crop: null,
  }
  const ann = { id: '5', mention: '@ann', name: 'Ann' }
  const read = contentOf({
    social_network: 'facebook',
    type: 'link_carousel',
    message: 'm',
    first_comment: 'c',
    awaited_files: ['d.jpg'],
    follows_shared: false,
    extra_fields: { mentions: [ann] },
    attachments: [
      { ...attachment, description: 'link', extra_fields: { link: 'https://example.com' } },
      { ...attachment, description: 'child-link', object_type: 'image', object_data },
      { ...attachment, description: 'child-link' },
    ],
  })
  expect(read).toMatchObject({
    cards_without_link: [1, 2],
    loose_files: 0,
    message: 'm',
    first_comment: 'c',
    mentions: [ann],
    link: 'https://example.com',
    child_links: 2,
  })
  expect(read.media.map(({ contentType, width }) => [contentType, width])).toEqual([['image/png', 800]])
})

it('A second cashtag on Twitter is a problem of the text that has it, and a price is no cashtag', () => {
  const of = (message: string, first_comment = '') =>
    problems({ social_network: 'twitter', message, first_comment })
  const refused = [expect.stringContaining('Twitter accepts at most 1 cashtag')]
  expect(of('$ACME and $BRK.B rise', '$ACME')).toEqual(refused)
  expect(of('$ACME rises', '$a $b $c')).toEqual(refused)
  expect(of('$ACME costs $5, not a$b or $TOOLONGNAME')).toEqual([])
  expect(problems({ social_network: 'facebook', message: '$ACME $BRK.B' })).toEqual([])
})
