import { harmlessNames } from '#domain/kernel/public-names.ts'
import type { RenderedMail } from '#server/platform/mail/queue.ts'
import { type MailSender, renderMail } from '#server/platform/mail/render-mail.ts'

/** The mail with the link to a report. `name` empty: nobody knows it. */
export const reportMail = (to: {
  readonly sender: MailSender
  readonly name: string
  readonly sentBy: string
  readonly project: string
  /** Its days in words: `1–31 May 2026`. */
  readonly period: string
  readonly url: string
  /** How long the link works. */
  readonly days: number
}): RenderedMail => {
  const by = harmlessNames(`${to.sentBy} of ${to.sender.name}`)
  return renderMail({
    kind: 'report',
    sender: to.sender,
    subject: `${to.project}: report for ${to.period}`,
    preheader: `From ${by}. The link works for ${to.days} days.`,
    title: `The report for ${to.project}`,
    paragraphs: [
      to.name === '' ? 'Hello,' : `Hello ${harmlessNames(to.name)},`,
      `${by} has sent you the report for ${to.period}: what happened, why, and what comes next. You do not need an account to read it.`,
    ],
    link: { label: 'Read the report', url: to.url },
    note: `The button works for ${to.days} days, for anyone who has this mail. Forward it only to people who may read the report.`,
  })
}
