import { expect, test } from 'vitest'
import { acceptOf, limitsOf } from './media-limits.ts'

const limits = (...of: Parameters<typeof limitsOf>) =>
  limitsOf(...of).map(text => text.replaceAll('\u00a0', ' '))

test('upload limits are described in everyday words', () => {
  expect(limits('facebook', 'text')).toEqual([
    'Photos: jpg, jpeg, png, up to 10 MB, at least 600×315 px',
    'Videos: mov, mp4, avi, under 200 MB, 1 s to 20 min',
  ])
  expect(limits('instagram', 'single_video')).toContain('Videos: mov, mp4, under 200 MB, 3 to 60 s')
  expect(limits('linkedin', 'single_video')).toContain('Videos: mp4, under 200 MB, 3 s to 10 min')
})

test('the file chooser offers pictures that are converted', () => {
  expect(acceptOf('instagram', 'photo_story')).toContain('.heic,.heif,.webp,.avif')
})
