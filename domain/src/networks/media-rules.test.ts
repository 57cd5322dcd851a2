import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { allowedTypes, fileProblems, mediaProblems, postTypeFor } from './media-rules.ts'
import type { MediaFile, PostType, SocialNetwork } from './model.ts'
import { postTypes, socialNetworks } from './model.ts'
import { networks } from './network.ts'

const photo: MediaFile = {
  kind: 'image',
  contentType: 'image/jpeg',
  bytes: 900_000,
  width: 1200,
  height: 800,
  seconds: null,
}
const video: MediaFile = {
  kind: 'video',
  contentType: 'video/mp4',
  bytes: 9_000_000,
  width: 1280,
  height: 720,
  seconds: 12,
}
const gif: MediaFile = { ...photo, kind: 'gif', contentType: 'image/gif' }
const texts = (network: SocialNetwork, type: PostType, media: MediaFile[]) =>
  mediaProblems(network, type, media).map(({ text }) => text)

describe('the selectable post types', () => {
  test.each([
    [
      ['facebook', 'instagram'],
      ['single_photo', 'multi_photo', 'single_video', 'photo_story', 'video_story'],
    ],
    [
      ['facebook', 'instagram', 'linkedin'],
      ['single_photo', 'multi_photo', 'single_video'],
    ],
    [
      ['facebook', 'twitter'],
      ['link', 'single_photo', 'single_video', 'text'],
    ],
    [
      ['instagram', 'linkedin', 'twitter'],
      ['single_photo', 'single_video'],
    ],
    [[], []],
  ] as [SocialNetwork[], PostType[]][])('for %j are %j', (chosen, expected) => {
    expect(allowedTypes(chosen)).toEqual(expected)
  })

  it('leave out multi_photo and animated_gif if Twitter is among the networks', () => {
    fc.assert(
      fc.property(fc.subarray([...socialNetworks]), chosen => {
        const types = allowedTypes([...chosen, 'twitter'])
        expect(types).not.toContain('multi_photo')
        expect(types).not.toContain('animated_gif')
      }),
    )
  })

  it('never grow with another network', () => {
    fc.assert(
      fc.property(
        fc.subarray([...socialNetworks], { minLength: 1 }),
        fc.constantFrom(...socialNetworks),
        (chosen, more) => {
          const before = allowedTypes(chosen)
          expect(allowedTypes([...chosen, more]).filter(type => !before.includes(type))).toEqual([])
        },
      ),
    )
  })
})

test.each([
  [[], false, 'text'],
  [[], true, 'link'],
  [[photo], false, 'single_photo'],
  [[photo], true, 'single_photo'],
  [[photo, photo], false, 'multi_photo'],
  [[video], false, 'single_video'],
  [[gif], false, 'animated_gif'],
  [[photo, video], false, 'media_carousel'],
  [[video, video], false, 'media_carousel'],
] as [MediaFile[], boolean, PostType][])(
  'what holds %j, with a link: %s, is of the type %s',
  (media, hasLink, expected) => {
    expect(postTypeFor(media, hasLink)).toBe(expected)
  },
)

describe('how many files', () => {
  test.each([
    ['facebook', 'multi_photo', 6],
    ['instagram', 'multi_photo', 10],
    ['instagram', 'media_carousel', 10],
    ['instagram', 'multi_content', 10],
    ['linkedin', 'multi_photo', 9],
    ['twitter', 'single_photo', 4],
    ['facebook', 'photo_story', 1],
    ['instagram', 'photo_story', 1],
  ] as const)('%s takes in a %s at most %d images', (network, type, max) => {
    expect(texts(network, type, Array(max).fill(photo))).toEqual([])
    expect(texts(network, type, Array(max + 1).fill(photo))).toEqual([
      `Max images quantity for current post type is ${max}`,
    ])
  })

  test.each([
    ['facebook', 'single_photo', [], 'Add a photo'],
    ['instagram', 'multi_photo', [photo], 'Add at least 2 photos'],
    ['instagram', 'media_carousel', [video], 'Add at least 2 photos or videos'],
    ['instagram', 'multi_video', [video], 'Add at least 2 videos'],
    ['instagram', 'multi_content', [photo], 'Add at least 2 photos or videos'],
    ['linkedin', 'animated_gif', [], 'Add a GIF'],
    ['twitter', 'single_video', [video, video], 'Max videos quantity for current post type is 1'],
    ['facebook', 'text', [photo, photo], 'Max images quantity for current post type is 0'],
  ] as [SocialNetwork, PostType, MediaFile[], string][])('%s, %s: %#', (network, type, media, text) => {
    expect(texts(network, type, media)).toEqual([text])
  })

  it('are not checked for a type that the network does not accept', () => {
    expect(mediaProblems('twitter', 'multi_photo', [photo, photo])).toEqual([
      {
        code: 'type_not_taken',
        field: 'type',
        text: 'Twitter does not take this type of post',
        network: 'twitter',
      },
    ])
  })
})

const big = 'File is too big'
const size = 'Selected file is not match your desired resolution'
const shape = 'Instagram takes photos between 4:5 and 1.91:1 in this type of post'
const cap = 'The size of the video file must be less than 200 MB'

describe('each photo', () => {
  test.each([
    ['facebook', { width: 600, height: 315 }, []],
    ['facebook', { width: 599, height: 315 }, [size]],
    ['facebook', { width: 600, height: 314 }, [size]],
    ['facebook', { bytes: 10_000_000 }, []],
    ['facebook', { bytes: 10_000_001, width: 10 }, [big, size]],
    ['facebook', { contentType: 'image/webp' }, ['Allowed file types is jpg, jpeg, png.']],
    ['facebook', { width: null, height: null }, []],
    ['instagram', { width: 320, height: 320 }, []],
    ['instagram', { width: 319, height: 320 }, [size]],
    ['instagram', { width: 4000, height: 3000 }, []],
    ['linkedin', { width: 1, height: 1 }, []],
    ['linkedin', { bytes: 10_000_001 }, [big]],
    ['twitter', { width: 4, height: 4 }, []],
    ['twitter', { width: 4, height: 3 }, [size]],
    ['twitter', { width: 16_384, height: 8 }, []],
    ['twitter', { width: 16_384, height: 7 }, [size]],
    ['twitter', { bytes: 5_000_000 }, []],
    ['twitter', { bytes: 5_000_001 }, [big]],
  ] as [SocialNetwork, Partial<MediaFile>, string[]][])('on %s with %j: %j', (network, change, expected) => {
    expect(texts(network, 'single_photo', [{ ...photo, ...change }])).toEqual(expected)
  })

  test.each([
    ['single_photo', 1080, 1350, []],
    ['single_photo', 1080, 566, []],
    ['single_photo', 1080, 1920, [shape]],
    ['multi_photo', 1200, 600, [shape]],
    ['multi_content', 900, 1200, [shape]],
    ['photo_story', 1080, 1920, []],
  ] as [PostType, number, number, string[]][])(
    'of an instagram %s of %d by %d: %j',
    (type, width, height, expected) => {
      expect(fileProblems('instagram', type, { ...photo, width, height }).map(({ text }) => text)).toEqual(
        expected,
      )
    },
  )

  it('that is not accepted is identified by its position', () => {
    const problems = mediaProblems('facebook', 'multi_photo', [photo, gif, { ...photo, width: 5 }])
    expect(problems.map(({ code, index }) => [code, index])).toEqual([
      ['file_type_not_allowed', 1],
      ['resolution_not_matched', 2],
    ])
  })
})

const atLeast = (seconds: number) => `The video must be at least ${seconds} seconds long`
const wide = 'Instagram takes videos up to 1920 pixels wide'
const atMost = (seconds: number) => `The video must be at most ${seconds} seconds long`

const upright = { width: 1080, height: 1920 }
const story = 'Facebook takes videos of 9:16 from 540x960 pixels in this type of post'

describe('each video', () => {
  test.each([
    ['facebook', 'single_video', { seconds: 1200 }, []],
    ['facebook', 'single_video', { seconds: 1200.1 }, [atMost(1200)]],
    ['facebook', 'single_video', { bytes: 199_999_999 }, []],
    ['facebook', 'single_video', { bytes: 200_000_000 }, [cap]],
    ['facebook', 'single_video', { contentType: 'video/x-matroska' }, []],
    ['facebook', 'single_video', { contentType: 'video/x-ms-asf' }, []],
    ['facebook', 'video_story', upright, []],
    ['facebook', 'video_story', { ...upright, width: 539, height: 958 }, [story]],
    ['facebook', 'video_story', {}, [story]],
    ['facebook', 'video_story', { ...upright, seconds: 2.9 }, [atLeast(3)]],
    ['facebook', 'video_story', { ...upright, seconds: 60 }, []],
    ['facebook', 'video_story', { ...upright, seconds: 61 }, [atMost(60)]],
    ['facebook', 'video_story', { ...upright, width: upright.width + 2 }, [story]],
    ['instagram', 'single_video', { seconds: 2.9 }, [atLeast(3)]],
    ['instagram', 'single_video', { seconds: 60 }, []],
    ['instagram', 'single_video', { seconds: 61 }, [atMost(60)]],
    ['instagram', 'video_story', { seconds: 16 }, [atMost(15)]],
    ['instagram', 'single_video', { width: 1080, height: 2400 }, []],
    ['instagram', 'single_video', { width: 3840, height: 2160 }, [wide]],
    ['linkedin', 'single_video', { seconds: 601 }, [atMost(600)]],
    ['linkedin', 'single_video', { width: 256, height: 144 }, []],
    ['linkedin', 'single_video', { width: 255, height: 144 }, [size]],
    ['linkedin', 'single_video', { width: 4097, height: 2304 }, [size]],
    ['linkedin', 'single_video', { bytes: 76_800 }, []],
    ['linkedin', 'single_video', { bytes: 76_799 }, ['LinkedIn takes videos from 75 KB']],
    ['linkedin', 'single_video', { width: 1920, height: 800 }, []],
    [
      'linkedin',
      'single_video',
      { width: 1922, height: 800 },
      ['LinkedIn takes videos between 1:2.4 and 2.4:1'],
    ],
    ['linkedin', 'single_video', { contentType: 'video/webm' }, ['Allowed file types is mp4.']],
    ['twitter', 'single_video', { seconds: 0.4 }, [atLeast(0.5)]],
    ['twitter', 'single_video', { seconds: 140.5 }, [atMost(140)]],
    ['twitter', 'single_video', { bytes: 15_000_001 }, [big]],
    ['twitter', 'single_video', { width: 720, height: 1280 }, []],
    ['twitter', 'single_video', { width: 1280, height: 1025 }, [size]],
    ['twitter', 'single_video', { width: 1200, height: 400 }, []],
    ['twitter', 'single_video', { width: 1202, height: 400 }, ['Twitter takes videos between 1:3 and 3:1']],
    ['twitter', 'single_video', { seconds: null, width: null, height: null }, []],
  ] as [SocialNetwork, PostType, Partial<MediaFile>, string[]][])(
    'on %s in a %s with %j: %j',
    (network, type, change, expected) => {
      expect(texts(network, type, [{ ...video, ...change }])).toEqual(expected)
    },
  )

  it('in an instagram carousel must be short', () => {
    expect(texts('instagram', 'media_carousel', [photo, { ...video, seconds: 15 }])).toEqual([])
    for (const type of ['media_carousel', 'multi_content'] as const)
      expect(texts('instagram', type, [photo, { ...video, seconds: 16 }])).toEqual([atMost(15)])
    expect(texts('instagram', 'multi_video', [video, { ...video, seconds: 16 }])).toEqual([atMost(15)])
  })

  it('is not accepted as a photo', () => {
    expect(texts('instagram', 'single_photo', [video])).toEqual(['Allowed file types is jpg, jpeg, png.'])
  })
})

test('only LinkedIn accepts animated GIFs', () => {
  expect(fileProblems('linkedin', 'animated_gif', gif)).toEqual([])
  expect(texts('linkedin', 'single_photo', [gif])).toEqual(['Allowed file types is jpg, jpeg, png.'])
})

it('the maximum number of valid files of a type has no problems on any network', () => {
  const good: Record<string, MediaFile> = { image: photo, video, gif }
  const taken = socialNetworks.flatMap(network => postTypes.map(type => ({ network, type })))
  fc.assert(
    fc.property(fc.constantFrom(...taken), fc.nat(), ({ network, type }, pick) => {
      const rules = networks[network].types[type]
      fc.pre(rules !== undefined)
      const count = (rules?.minFiles ?? 0) + (pick % ((rules?.maxFiles ?? 0) - (rules?.minFiles ?? 0) + 1))
      const level = good[rules?.kinds[0] ?? 'image'] ?? photo
      const file = type === 'video_story' ? { ...level, ...upright } : level
      expect(mediaProblems(network, type, Array(count).fill(file))).toEqual([])
    }),
  )
})

describe('a vertical video on Facebook', () => {
  const vertical = { ...video, width: 1080, height: 1920 }
  const reel = networks.facebook.types.single_video?.uprightVideo?.text

  test.each([
    ['as long as a reel may be', { seconds: 90 }],
    ['of four to five', { height: 1350 }],
    ['that is square', { height: 1080, seconds: 300 }],
    ['that is wide', { width: 1920, height: 1080, seconds: 300 }],
    ['of unknown size', { width: null, height: null, seconds: 300 }],
  ])('%s is taken', (_name, more) => {
    expect(texts('facebook', 'single_video', [{ ...vertical, ...more }])).toEqual([])
  })

  test.each([
    ['over 90 seconds', { seconds: 90.1 }],
    ['under 3 seconds', { seconds: 2.9 }],
    ['too small', { width: 539, height: 958 }],
    ['narrower than 9:16', { height: 2400 }],
  ])('%s is refused while writing: it would never go out', (_name, more) => {
    expect(texts('facebook', 'single_video', [{ ...vertical, ...more }])).toEqual([reel])
  })

  it('is no matter of other networks', () => {
    expect(texts('linkedin', 'single_video', [{ ...vertical, seconds: 91 }])).toEqual([])
  })
})
