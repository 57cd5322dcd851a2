import { expect, test } from 'vitest'
import { isPostType, isSocialNetwork, isStory, postTypes } from './model.ts'

test('there are twelve media post types', () => {
  expect(new Set(postTypes).size).toBe(12)
})

test('only the two story types are stories', () => {
  expect(postTypes.filter(isStory)).toEqual(['photo_story', 'video_story'])
})

test('names outside the lists are refused', () => {
  expect(isSocialNetwork('linkedin')).toBe(true)
  expect(['x', 'LinkedIn', 'toString', ''].some(isSocialNetwork)).toBe(false)
  expect(isPostType('link_carousel')).toBe(true)
  expect(['reel', 'length', ''].some(isPostType)).toBe(false)
})
