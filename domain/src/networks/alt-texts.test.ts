import { expect, test } from 'vitest'
import { altTextLimit } from './alt-texts.ts'

test.each([
  ['instagram', 'multi_photo', 'image', 1000],
  ['linkedin', 'single_photo', 'image', 4085],
  ['twitter', 'animated_gif', 'gif', 1000],
  ['facebook', 'photo_story', 'image', null],
  ['instagram', 'single_video', 'video', null],
] as const)(
  'on %s, in a post of the type %s, the alternative text of a file of the kind %s has up to %s characters',
  (network, type, kind, limit) => {
    expect(altTextLimit(network, type, kind)).toBe(limit)
  },
)
