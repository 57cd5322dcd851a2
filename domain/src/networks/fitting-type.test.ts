import { expect, test } from 'vitest'
import { fittingType } from './fitting-type.ts'
import type { MediaFile, PostType, SocialNetwork } from './model.ts'

const files = (...kinds: MediaFile['kind'][]) => kinds.map(kind => ({ kind }))

test.each<[PostType, MediaFile['kind'][], SocialNetwork, PostType]>([
  ['single_photo', ['image', 'image'], 'instagram', 'multi_photo'],
  ['multi_photo', ['image'], 'facebook', 'single_photo'],
  ['text', ['video'], 'twitter', 'single_video'],
  ['single_photo', ['image', 'video'], 'instagram', 'multi_content'],
  ['photo_story', ['video'], 'facebook', 'video_story'],
])('%s with %s on %s is %s', (chosen, kinds, network, type) => {
  expect(fittingType(network, chosen, files(...kinds))).toBe(type)
})

test('a media carousel stays one from its first file on, because the person chose to publish it by hand', () => {
  const chosen = 'media_carousel'
  for (const kinds of [['image'], ['video'], ['image', 'image'], ['image', 'image', 'video']] as const)
    expect(fittingType('instagram', chosen, files(...kinds))).toBe(chosen)
})
