import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Say, Words } from '#domain/kernel/languages/words.ts'
import { harmlessNames } from '#domain/kernel/public-names.ts'
import { escapeHtml } from '../http/pages/escape-html.ts'
import { wordsOf } from '../words.ts'
import type { MailPicture, RenderedMail } from './queue.ts'

/** Who a mail comes from in the reader's eyes: their agency. `logoKey`: in storage. */
export type MailSender = { readonly name: string; readonly logoKey: string | null }

/** One thing in a longer mail, such as a post in a digest. */
export type MailSection = {
  /** Above the first section that has it, such as the name of a project. */
  readonly group?: string
  readonly title: string
  readonly text: string
  /** `key`: in storage. */
  readonly picture?: { readonly key: string; readonly alt: string }
  readonly link?: string
}

/** The text of a mail: plain paragraphs, at most one button, sections, and a last line in small print. It contains no markup. */
export type MailContent = {
  readonly kind: string
  readonly subject: string
  /** What a mailbox shows beside the subject; without it the first paragraph that is no greeting. */
  readonly preheader?: string
  readonly sender?: MailSender
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly link?: { readonly label: string; readonly url: string }
  readonly sections?: readonly MailSection[]
  readonly note?: string
  /** In small print under the note; the plain text spells their addresses out. */
  readonly noteLinks?: readonly { readonly label: string; readonly url: string }[]
}

const compiled = readFileSync(path.join(import.meta.dirname, 'mail.html'), 'utf8')
const blockPattern = /<!--\[begin:(\w+)\]-->([\s\S]*?)<!--\[end:\1\]-->\n?/g
const blocks = new Map([...compiled.matchAll(blockPattern)].map(([, name = '', block = '']) => [name, block]))
const frame = compiled.replace(blockPattern, '')

/** Subjects contain names, so line breaks and control characters are removed and the length is limited. */
const oneLine = (text: string, max = 200): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, max)

/** Fills in all values at once, so that one cannot contain another's place. They are HTML already. */
const fill = (html: string, values: Readonly<Record<string, string>>): string =>
  html.replace(/\[\[(\w+)\]\]/g, (_, name: string) => values[name] ?? '')

const block = (name: string, values: Readonly<Record<string, string>>): string =>
  fill(blocks.get(name) ?? '', values)

const linkHtml = (url: string, label: string): string =>
  `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`

const lines = (text: string): string => escapeHtml(text).replace(/\r?\n/g, '<br>')

/** Otherwise mailboxes continue the preheader with the beginning of the mail. */
const nothingElse = '&#847;&zwnj;&nbsp;'.repeat(60)

const senderHtml = (sender: MailSender | undefined): string => {
  const name = escapeHtml(sender?.name ?? 'Galley')
  return block(sender?.logoKey ? 'logo' : 'sender', { name })
}

const cidOf = (index: number): string => `picture${index + 1}`

const sectionsHtml = (sections: readonly MailSection[]): string =>
  sections
    .map(({ group, title, text, picture, link }, index) => {
      const isNew = group !== undefined && group !== sections[index - 1]?.group
      const values = {
        title: link === undefined ? escapeHtml(title) : linkHtml(link, title),
        text: text === '' ? '' : `<br>${lines(text)}`,
        picture: `cid:${cidOf(index)}`,
        alt: escapeHtml(picture?.alt ?? ''),
      }
      return (
        (isNew ? block('group', { text: escapeHtml(group) }) : '') +
        block(picture ? 'pictured' : 'section', values)
      )
    })
    .join('')

const addressHtml = (url: string, say: Say): string => {
  const words = escapeHtml(say('If the button does not work, copy this address into your browser:'))
  return block('small', { text: `${words}<br>${linkHtml(url, url)}` })
}

const footOf = (sender: MailSender | undefined, say: Say): string =>
  sender ? say('Sent by Galley for {agency}', { agency: sender.name }) : 'Sent by Galley'

const htmlOf = (content: MailContent, { language, say }: Words): string => {
  const { subject, preheader, sender, title, paragraphs, link, sections = [], note, noteLinks = [] } = content
  const shown = preheader ?? paragraphs.find(text => !text.startsWith('Hello ')) ?? title
  const parts = [
    senderHtml(sender),
    block('title', { text: escapeHtml(title) }),
    ...paragraphs.map(text => block('paragraph', { text: lines(text) })),
    link ? block('button', { url: escapeHtml(link.url), label: escapeHtml(link.label) }) : '',
    sectionsHtml(sections),
    note ? block('small', { text: lines(note) }) : '',
    noteLinks.length > 0
      ? block('small', { text: noteLinks.map(({ label, url }) => linkHtml(url, label)).join(' · ') })
      : '',
    link ? addressHtml(link.url, say) : '',
  ]
  return fill(frame, {
    language,
    subject: escapeHtml(subject),
    preheader: escapeHtml(oneLine(shown, 140)) + nothingElse,
    foot: escapeHtml(footOf(sender, say)),
  }).replace('<!--[blocks]-->', () => parts.join(''))
}

const sectionText = ({ group, title, text, link }: MailSection, before: MailSection | undefined): string =>
  [...(group !== undefined && group !== before?.group ? [`${group}\n`] : []), title, text, link ?? '']
    .filter(line => line !== '')
    .join('\n')

const textOf = (
  { sender, title, paragraphs, link, sections = [], note, noteLinks = [] }: MailContent,
  say: Say,
): string =>
  [
    title,
    ...paragraphs,
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...sections.map((section, index) => sectionText(section, sections[index - 1])),
    ...(note ? [note] : []),
    ...noteLinks.map(({ label, url }) => `${label}:\n${url}`),
    sender ? say('{agency}, with Galley', { agency: sender.name }) : 'Galley',
  ]
    .map(part => part.trim())
    .join('\n\n')

const picturesOf = ({ sender, sections = [] }: MailContent): MailPicture[] => [
  ...(sender?.logoKey ? [{ cid: 'logo', key: sender.logoKey }] : []),
  ...sections.flatMap(({ picture }, index) => (picture ? [{ cid: cidOf(index), key: picture.key }] : [])),
]

/**
 * Renders a mail as HTML, light and dark, and as plain text with the same content. Subject, title and sender consist of names and our own
 * words and are made harmless here; names in paragraphs by the code that writes them, as those also hold posts and addresses (decision 105). `words` are those in which the texts are written.
 */
export const renderMail = (content: MailContent, words: Words = wordsOf('en')): RenderedMail => {
  const { sender } = content
  const said = {
    ...content,
    subject: harmlessNames(oneLine(content.subject)),
    title: harmlessNames(content.title),
    ...(sender && { sender: { ...sender, name: harmlessNames(sender.name) } }),
  }
  const { kind, subject } = said
  return {
    kind,
    subject,
    text: textOf(said, words.say),
    html: htmlOf(said, words),
    pictures: picturesOf(said),
    headers: { 'Content-Language': words.language },
  }
}
