import { expect, test } from 'vitest'
import {
  isPostType,
  isSocialNetwork,
  isStory,
  originalPostTypes,
  postTypes,
  storyPostTypes,
} from './model.ts'

test('there are twelve media post types', () => {
  expect(new Set(postTypes).size).toBe(12)
})

test('a type is a story, an original or the media carousel, and only one of them', () => {
  const grouped: string[] = [...storyPostTypes, ...originalPostTypes, 'media_carousel']
  expect(grouped.sort()).toEqual([...postTypes].sort())
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
