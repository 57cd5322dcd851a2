import { expect, test } from 'vitest'
import { isOverEditorVideoCap } from './editor-video-cap.ts'

test('a video must be under 200,000,000 bytes', () => {
  expect(isOverEditorVideoCap(199_999_999)).toBe(false)
  expect(isOverEditorVideoCap(200_000_000)).toBe(true)
})
