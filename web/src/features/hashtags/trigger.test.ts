import { expect, test } from 'vitest'
import { triggerIn } from './trigger.ts'

test.each([
  ['Thanks @blue', { kind: 'mention', query: 'blue', length: 5 }],
  ['@blue-bottle', { kind: 'mention', query: 'blue-bottle', length: 12 }],
  ['(@blu', { kind: 'mention', query: 'blu', length: 4 }],
  ['Fresh #größe', { kind: 'hashtag', query: 'größe', length: 6 }],
  ['Thanks @bl', null],
  ['Fresh #gr', null],
  ['mail@harbor.example', null],
  ['@blue and', null],
  ['', null],
])('typing “%s” searches for %j', (text, trigger) => {
  expect(triggerIn(text)).toEqual(trigger)
})
