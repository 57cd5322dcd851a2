import {
  type ChatGroup,
  type ChatMessage,
  chatPostFacts,
  chatSummary,
  leftText,
  shorterMessage,
} from './message.ts'

/** Slack's own limit of a section's text; longer ones are refused. */
const SECTION_MAX = 3000
/** Slack cuts a message's text at this length, within an escape if need be. */
const TEXT_MAX = 3000

/**
 * Text as Slack shows it letter for letter: these three begin mentions, links and dates (`<!channel>`, `<@U1>`), and are all that Slack asks to
 * escape.
 */
export const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const groupText = ({ project, sentence, posts, left }: ChatGroup): string =>
  [
    `*${escapeSlack(project)}*: ${escapeSlack(sentence)}`,
    ...posts.map(post => {
      // A bar would end the address.
      const label = escapeSlack(post.text)
      return [`• <${post.url}|${label}>`, chatPostFacts(post)].filter(part => part !== '').join(' · ')
    }),
    ...(left > 0 ? [leftText(left, 'post')] : []),
  ].join('\n')

/** `verbatim`: Slack makes no links, channels or people of what is written in it. */
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } })

/** What Slack's incoming webhooks take: a text for notices, and the message in blocks. */
export const slackPayload = (message: ChatMessage): object => {
  let fitting = message
  while (fitting.groups.some(group => groupText(group).length > SECTION_MAX))
    fitting = shorterMessage(fitting)
  const { groups, left, url } = fitting
  return {
    text: escapeSlack(chatSummary(fitting)).slice(0, TEXT_MAX),
    blocks: [
      ...groups.map(group => section(groupText(group))),
      section(left > 0 ? `${leftText(left, 'update')} in <${url}|Galley>` : `<${url}|Open Galley>`),
    ],
    unfurl_links: false,
    unfurl_media: false,
  }
}
