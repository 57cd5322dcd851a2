import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ChatPost, chatMessage, chatPostText } from './message.ts'
import { teamsPayload } from './teams.ts'

type Run = { type: string; text: string; selectAction?: { url: string } }
type Payload = {
  type: string
  attachments: {
    contentType: string
    content: { type: string; version: string; body: { type: string; inlines: Run[] }[]; actions: object[] }
  }[]
}
const postOf = (text: string): ChatPost => ({
  text: chatPostText(text),
  networks: ['LinkedIn'],
  state: 'Live',
  url: 'https://galley.example/3/manage-post/linkedin?postId=7',
})
const payloadOf = (texts: readonly string[]) =>
  teamsPayload(
    chatMessage(
      [{ project: 'Harbor Coffee', sentence: 'A post was published', posts: texts.map(postOf) }],
      'https://galley.example',
    ),
  ) as Payload
const linesOf = ({ attachments }: Payload) =>
  (attachments[0]?.content.body ?? []).map(({ inlines }) => inlines.map(({ text }) => text).join(''))

it('a message is one Adaptive Card, with each post, its state and its link', () => {
  const payload = payloadOf(['Spring menu'])
  expect(payload.type).toBe('message')
  expect(payload.attachments.map(({ contentType }) => contentType)).toEqual([
    'application/vnd.microsoft.card.adaptive',
  ])
  expect(linesOf(payload)).toEqual(['Harbor Coffee: A post was published', 'Spring menu · LinkedIn · Live'])
  expect(payload.attachments[0]?.content.body[1]?.inlines[0]?.selectAction?.url).toBe(
    'https://galley.example/3/manage-post/linkedin?postId=7',
  )
})

it('what people write is in runs of text, which know no Markdown, and fills in no dates', () => {
  const payload = payloadOf([
    '**Sale** [here](https://evil.example) {{DATE(2026-06-01T08:00:00Z,SHORT)}} <at>All</at>',
  ])
  expect(payload.attachments[0]?.content.body.map(({ type }) => type)).toEqual([
    'RichTextBlock',
    'RichTextBlock',
  ])
  expect(JSON.stringify(payload)).not.toContain('{{')
  expect(linesOf(payload)[1]).toContain('**Sale** [here](https://evil.example)')
})

it('any message fits the 28 kB that Teams takes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ maxLength: 200, unit: 'grapheme' }), { maxLength: 20 }), {
        minLength: 1,
        maxLength: 20,
      }),
      groups => {
        const message = chatMessage(
          groups.map(texts => ({ project: '𝕳'.repeat(100), sentence: 'x', posts: texts.map(postOf) })),
          'https://galley.example',
        )
        expect(Buffer.byteLength(JSON.stringify(teamsPayload(message)))).toBeLessThanOrEqual(25_000)
      },
    ),
    { numRuns: 100 },
  )
})
