import {
  type ChatGroup,
  type ChatMessage,
  type ChatPost,
  chatPostFacts,
  chatSummary,
  leftText,
  shorterMessage,
} from './message.ts'

/** Teams refuses a message above 28 kB; what the service adds around the card counts too. */
const BYTES_MAX = 24_000

/**
 * Runs of text are shown letter for letter: unlike a text block they know no Markdown. Cards fill in dates and times between double braces
 * everywhere, so that those are kept apart.
 */
const run = (text: string, look: object = {}) => ({
  type: 'TextRun',
  text: text.replaceAll('{{', '{\u200b{'),
  ...look,
})

const line = (inlines: readonly object[], look: object = {}) => ({ type: 'RichTextBlock', inlines, ...look })

const postLine = (post: ChatPost) => {
  const facts = chatPostFacts(post)
  return line(
    [
      run(post.text, { selectAction: { type: 'Action.OpenUrl', url: post.url }, color: 'Accent' }),
      ...(facts === '' ? [] : [run(` · ${facts}`, { isSubtle: true })]),
    ],
    { spacing: 'Small' },
  )
}

const groupLines = ({ project, sentence, posts, left }: ChatGroup) => [
  line([run(project, { weight: 'Bolder' }), run(`: ${sentence}`)]),
  ...posts.map(postLine),
  ...(left > 0 ? [line([run(leftText(left, 'post'), { isSubtle: true })], { spacing: 'Small' })] : []),
]

const payload = (message: ChatMessage): object => ({
  type: 'message',
  summary: chatSummary(message),
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          ...message.groups.flatMap(groupLines),
          ...(message.left > 0 ? [line([run(leftText(message.left, 'update'), { isSubtle: true })])] : []),
        ],
        actions: [{ type: 'Action.OpenUrl', title: 'Open Galley', url: message.url }],
      },
    },
  ],
})

/** What a workflow in Teams takes that posts cards: one Adaptive Card. */
export const teamsPayload = (message: ChatMessage): object => {
  let fitting = message
  const bytes = () => new TextEncoder().encode(JSON.stringify(payload(fitting))).length
  while (bytes() > BYTES_MAX && fitting.groups.length > 0) fitting = shorterMessage(fitting)
  return payload(fitting)
}
