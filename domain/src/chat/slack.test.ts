import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ChatPost, chatMessage, chatPostText } from './message.ts'
import { slackPayload } from './slack.ts'

type Payload = {
  text: string
  blocks: { type: string; text: { type: string; text: string; verbatim: boolean } }[]
}
const postOf = (text: string): ChatPost => ({
  text: chatPostText(text),
  networks: ['Facebook', 'Instagram'],
  state: 'Approved',
  url: 'https://galley.example/3/manage-post/facebook?postId=7',
})
const payloadOf = (posts: readonly ChatPost[], project = 'Harbor Coffee', sentence = 'Ada approved a post') =>
  slackPayload(chatMessage([{ project, sentence, posts }], 'https://galley.example')) as Payload

it('a message has a text for notices, and each post with its networks, state and link', () => {
  const { text, blocks } = payloadOf([postOf('Spring menu\nis here')])
  expect(text).toBe('Harbor Coffee: Ada approved a post')
  expect(blocks.map(block => block.text.text)).toEqual([
    '*Harbor Coffee*: Ada approved a post\n• <https://galley.example/3/manage-post/facebook?postId=7|Spring menu is here> · Facebook, Instagram · Approved',
    '<https://galley.example|Open Galley>',
  ])
  expect(blocks.every(block => block.text.verbatim)).toBe(true)
})

it('nothing that people write mentions anybody or becomes a link', () => {
  const bad = '<!channel> <@U1> <https://evil.example|Open> & <!subteam^S1>'
  const { text, blocks } = payloadOf([postOf(bad)], '<!here> Coffee', '<!everyone> approved a post')
  const all = [text, ...blocks.map(block => block.text.text)].join('\n')
  expect(all).not.toMatch(/<[!@]/)
  expect(all.match(/<[^>]*>/g)).toEqual([
    '<https://galley.example/3/manage-post/facebook?postId=7|&lt;!channel&gt; &lt;@U1&gt; &lt;https://evil.example|Open&gt; &amp; &lt;!subteam^S1&gt;>',
    '<https://galley.example|Open Galley>',
  ])
})

it('any message fits what Slack takes, and says how much is left out', () => {
  const someText = fc.oneof(fc.string({ maxLength: 500, unit: 'grapheme' }), fc.constant('<&>'.repeat(200)))
  fc.assert(
    fc.property(fc.array(fc.array(someText, { maxLength: 30 }), { minLength: 1, maxLength: 30 }), groups => {
      const message = chatMessage(
        groups.map(texts => ({ project: '&'.repeat(100), sentence: 'x', posts: texts.map(postOf) })),
        'https://galley.example',
      )
      const { text, blocks } = slackPayload(message) as Payload
      expect(text.length).toBeGreaterThan(0)
      expect(blocks.length).toBeLessThanOrEqual(50)
      for (const block of blocks) expect(block.text.text.length).toBeLessThanOrEqual(3000)
    }),
    { numRuns: 100 },
  )
  expect(payloadOf(Array.from({ length: 27 }, () => postOf('x'))).blocks[0]?.text.text).toMatch(
    /and 17 more posts$/,
  )
})
