import { expect, it } from 'vitest'
import { hashtagAdvice, instagramHashtags, instagramMentions } from './instagram-counting.ts'

it.each([
  ['#bread and ＃butter', 2],
  ['#a#b', 2],
  ['#2026', 1],
  ['#_', 1],
  ['#🥐 #🇩🇪', 2],
  ['# bread, C# and #!', 0],
  ['#хлеб #パン', 2],
])('%j has %d hashtags on Instagram at most', (text, count) => {
  expect(instagramHashtags(text)).toBe(count)
})

it.each([
  ['@harbor and @sea.side', 2],
  ['@a@b', 2],
  ['info@example.com', 1],
  ['@ home, @. and @é', 0],
])('%j has %d mentions on Instagram at most', (text, count) => {
  expect(instagramMentions(text)).toBe(count)
})

it('says how many the app takes from the sixth hashtag on', () => {
  expect(hashtagAdvice(['#a #b #c', '#d #e'])).toBeNull()
  expect(hashtagAdvice(['#a #b #c', '#d #e #f'])).toBe("6 hashtags: Instagram's own app takes 5 in a post")
})
