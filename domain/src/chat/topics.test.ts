import { expect, it } from 'vitest'
import { type ChatEventType, chatEvents, chatSentence } from './topics.ts'

it.each([
  ['approval.approved', 'Nora Price', 27, 'Nora Price approved 27 posts'],
  ['approval.approved', 'Nora Price', 1, 'Nora Price approved a post'],
  ['approval.round_approved', null, 2, '2 posts are waiting for your approval'],
  // Who pressed the button is no news: that it is out is.
  ['post_social.published', 'Ada Moreau', 1, 'A post was published'],
] as const)('%s by %s of %i reads: %s', (type, name, count, sentence) => {
  expect(chatSentence(type, name, count)).toBe(sentence)
})

it('every sentence is complete', () => {
  for (const type of Object.keys(chatEvents) as ChatEventType[])
    for (const name of [null, 'Ada'])
      for (const count of [1, 2]) expect(chatSentence(type, name, count)).not.toMatch(/\{|undefined/)
})
