import { z } from 'zod'
import type { ChatHook } from '../platform/model.ts'
import type { HttpReply } from '../platform/sandbox.ts'
import type { Taken } from './channels.ts'

/** A refusal of an incoming webhook is a word in plain text. */
export const slackRefusal = (
  status: number,
  word: string,
  headers: Record<string, string> = {},
): HttpReply => ({
  status,
  headers: { 'content-type': 'text/html', ...headers },
  body: word,
})

const textOf = (max: number) =>
  z.object({
    type: z.enum(['mrkdwn', 'plain_text']),
    text: z.string().min(1).max(max),
    verbatim: z.boolean().optional(),
  })

const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('section'), text: textOf(3000) }),
  z.object({ type: z.literal('header'), text: textOf(150) }),
  z.object({ type: z.literal('divider') }),
])

const body = z.object({
  text: z.string().max(40_000).optional(),
  blocks: z.array(z.unknown()).optional(),
})

const refusals = {
  removed: slackRefusal(404, 'no_service'),
  archived: slackRefusal(410, 'channel_is_archived'),
  forbidden: slackRefusal(403, 'action_prohibited'),
} as const

/** Whom Slack would notify: what is written as a mention between angle brackets. */
const mentionsIn = (text: string): string[] =>
  [...text.matchAll(/<(!(?:channel|here|everyone)|@[UW][A-Z0-9]+|!subteam\^[A-Z0-9]+)(?:\|[^>]*)?>/g)].map(
    ([, who = '']) => who,
  )

/** As people read it: links by their words, escapes as the signs that they stand for. */
const shown = (text: string): string =>
  text
    .replace(/<(?:https?:[^>|]*)\|([^>]*)>/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const BLOCKS_MAX = 50

/** What Slack's incoming webhooks answer to a message. */
export function takeForSlack(hook: ChatHook, secret: string, sent: unknown): Taken {
  if (hook.state !== 'active') return { answer: refusals[hook.state], shown: null, mentions: [] }
  if (secret !== hook.secret) return { answer: slackRefusal(403, 'invalid_token'), shown: null, mentions: [] }
  const refuse = (word: string): Taken => ({ answer: slackRefusal(400, word), shown: null, mentions: [] })
  const parsed = body.safeParse(sent)
  if (!parsed.success) return refuse('invalid_payload')
  const { text = '', blocks = [] } = parsed.data
  if (text === '' && blocks.length === 0) return refuse('no_text')
  const known = z.array(block).max(BLOCKS_MAX).safeParse(blocks)
  if (!known.success) return refuse('invalid_blocks')
  const parts = known.data.flatMap(each => (each.type === 'divider' ? [] : [each.text.text]))
  const all = parts.length > 0 ? parts.join('\n') : text
  return {
    answer: { status: 200, headers: { 'content-type': 'text/html' }, body: 'ok' },
    shown: shown(all),
    mentions: mentionsIn([text, ...parts].join('\n')),
  }
}
