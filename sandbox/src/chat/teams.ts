import { z } from 'zod'
import type { ChatHook } from '../platform/model.ts'
import type { HttpReply } from '../platform/sandbox.ts'
import type { Taken } from './channels.ts'

/** The limit of a message in Teams. */
const BYTES_MAX = 28 * 1024

export const teamsRefusal = (
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): HttpReply => ({ status, headers, body: { error: { code, message } } })

const body = z.object({
  type: z.literal('message'),
  attachments: z
    .array(
      z.object({
        contentType: z.literal('application/vnd.microsoft.card.adaptive'),
        content: z.object({
          type: z.literal('AdaptiveCard'),
          version: z.enum(['1.0', '1.1', '1.2', '1.3', '1.4', '1.5']),
          body: z.array(z.looseObject({ type: z.string() })).min(1),
        }),
      }),
    )
    .length(1),
})

type Element = { type: string; text?: unknown; inlines?: unknown }

/** Cards fill in dates wherever a text has them, and text blocks read Markdown. */
const filled = (text: string): string =>
  text.replace(/\{\{(?:DATE|TIME)\([^)]*\)\}\}/g, 'Monday, 1 June').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')

const shownOf = (element: Element): string => {
  if (element.type === 'TextBlock') return filled(String(element.text))
  if (element.type !== 'RichTextBlock' || !Array.isArray(element.inlines)) return ''
  // Runs know no Markdown, but dates.
  return element.inlines
    .map((run: { text?: unknown }) =>
      String(run.text).replace(/\{\{(?:DATE|TIME)\([^)]*\)\}\}/g, 'Monday, 1 June'),
    )
    .join('')
}

const refusals = {
  removed: teamsRefusal(404, 'WorkflowNotFound', 'The workflow could not be found.'),
  archived: teamsRefusal(400, 'WorkflowTriggerIsNotEnabled', 'The workflow trigger is not enabled.'),
  forbidden: teamsRefusal(403, 'AuthorizationFailed', 'The caller may not invoke the workflow.'),
} as const

/** What a workflow answers: whatever is damaged is taken, and its run fails later, where nobody hears of it. */
export function takeForTeams(hook: ChatHook, secret: string, sent: unknown): Taken {
  if (hook.state !== 'active') return { answer: refusals[hook.state], shown: null, mentions: [] }
  if (secret !== hook.secret)
    return {
      answer: teamsRefusal(
        401,
        'DirectApiAuthorizationRequired',
        'The signature of the request is not valid.',
      ),
      shown: null,
      mentions: [],
    }
  const accepted: HttpReply = { status: 202 }
  const failed = (problem: string): Taken => ({ answer: accepted, shown: null, mentions: [], problem })
  if (Buffer.byteLength(JSON.stringify(sent ?? null)) > BYTES_MAX) return failed('RequestEntityTooLarge')
  const parsed = body.safeParse(sent)
  if (!parsed.success) return failed('InvalidBotFrameworkCard')
  const [card] = parsed.data.attachments
  const lines = (card?.content.body ?? []).map(element => shownOf(element as Element))
  return { answer: accepted, shown: lines.filter(line => line !== '').join('\n'), mentions: [] }
}
