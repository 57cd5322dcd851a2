import type { Letter } from '#server/platform/mail/queue.ts'
import { type LetterSender, renderLetter } from '#server/platform/mail/render-letter.ts'

/** The mail with the link to a report. `name` empty: nobody knows it. */
export const reportLetter = (to: {
  readonly sender: LetterSender
  readonly name: string
  readonly sentBy: string
  readonly project: string
  /** Days in words. */
  readonly from: string
  readonly to: string
  readonly url: string
  /** How long the link works. */
  readonly days: number
}): Letter =>
  renderLetter({
    kind: 'report',
    sender: to.sender,
    subject: `${to.project}: report of ${to.from} to ${to.to}`,
    preheader: `From ${to.sentBy} of ${to.sender.name}. The link works for ${to.days} days.`,
    title: `The report for ${to.project}`,
    paragraphs: [
      to.name === '' ? 'Hello,' : `Hello ${to.name},`,
      `${to.sentBy} of ${to.sender.name} sends you the report of ${to.from} to ${to.to}: what happened, why, and what comes next. You need no account to read it.`,
    ],
    link: { label: 'Read the report', url: to.url },
    note: `The button works for ${to.days} days, and for whoever has this mail: pass it on only to people who may read the report.`,
  })
