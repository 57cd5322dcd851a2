import { describe, expect, it } from 'vitest'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import { type shownShapes, shownShapesText } from './shown-shapes.ts'

const photo = (width: number, height: number) => ({ kind: 'image' as const, ratio: width / height })
const film = (width: number, height: number) => ({ kind: 'video' as const, ratio: width / height })
const wide = photo(1910, 1000)
const square = photo(1080, 1080)
const upright = photo(1080, 1350)

describe('What people are told of cropped and framed files', () => {
  it.each<[string, SocialNetwork, PostType, Parameters<typeof shownShapes>[2], string | null]>([
    [
      'a row takes the shape of its first',
      ...(['instagram', 'multi_photo', [square, upright, square, wide]] as const),
      'Instagram crops pictures 2 and 4 to 1:1, the shape of the first.',
    ],
    ['a row of one shape', 'instagram', 'multi_photo', [upright, upright], null],
    [
      'an upright video begins a row',
      ...(['instagram', 'multi_video', [film(1080, 1920), film(1080, 1350)]] as const),
      'Instagram crops file 1 to 4:5.',
    ],
    ['a hundredth beyond', 'instagram', 'single_photo', [photo(1081, 1353)], null],
    ['a shape that is refused', 'instagram', 'single_photo', [photo(1080, 1920)], null],
    ['a reel', 'instagram', 'single_video', [film(1080, 1920)], null],
    [
      'a photo in a story',
      ...(['instagram', 'photo_story', [upright]] as const),
      'Instagram shows this picture whole in a frame of 9:16, with a background around it.',
    ],
    ['an upright photo in a story', 'facebook', 'photo_story', [photo(1080, 1920)], null],
    [
      'a long photo',
      ...(['facebook', 'single_photo', [photo(1080, 1920)]] as const),
      'Facebook crops this picture to 4:5 in the feed.',
    ],
    [
      'a long photo on Twitter',
      ...(['twitter', 'single_photo', [photo(1080, 1920)]] as const),
      'Twitter crops this picture to 3:4 in the feed.',
    ],
    ['a photo of an unusual shape', 'linkedin', 'single_photo', [photo(1234, 777)], null],
    [
      'tiles',
      ...(['facebook', 'multi_photo', [photo(2000, 1000), square, upright]] as const),
      'Facebook shows several pictures as tiles and crops picture 3 in the feed.',
    ],
    ['a file of unknown shape', 'facebook', 'single_photo', [{ kind: 'image', ratio: null }], null],
    [
      'a row whose shape has no name',
      ...(['instagram', 'multi_photo', [photo(1400, 1200), wide]] as const),
      'Instagram crops picture 2 to 1.17:1, the shape of the first.',
    ],
  ])('%s', (_, network, type, media, text) => {
    expect(shownShapesText(network, type, media)).toBe(text)
  })
})
