import { expect, test } from 'vitest'
import { convertedName, isConverted } from './conversion.ts'

test.each([
  ['', 'IMG_1.HEIC', true],
  ['image/heic', 'photo', true],
  ['image/webp', 'a.jpg', true],
  ['image/jpeg', 'a.heic', false],
  ['', 'heic', false],
  ['', 'a.heic.exe', false],
  ['video/mp4', 'a.avif', false],
])('a file of type "%s" named %s is converted: %s', (type, name, expected) => {
  expect(isConverted({ type, name })).toBe(expected)
})

test.each([
  ['IMG_1.HEIC', 'jpg', 'IMG_1.jpg'],
  ['a.b.webp', 'png', 'a.b.png'],
  ['picture', 'jpg', 'picture.jpg'],
  ['.heic', 'jpg', 'photo.jpg'],
] as const)('%s, converted to %s, is called %s', (name, type, expected) => {
  expect(convertedName(name, type)).toBe(expected)
})
