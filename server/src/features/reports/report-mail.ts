import type { Words } from '#domain/kernel/languages/words.ts'
import { harmlessNames } from '#domain/kernel/public-names.ts'
import type { RenderedMail } from '#server/platform/mail/queue.ts'
import { type MailSender, renderMail } from '#server/platform/mail/render-mail.ts'

/** The mail with the link to a report. `name` empty: nobody knows it. */
export const reportMail = (to: {
  readonly words: Words
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
  const { say } = to.words
  const { period, days, project } = to
  const by = { name: harmlessNames(to.sentBy), agency: harmlessNames(to.sender.name) }
  return renderMail(
    {
      kind: 'report',
      sender: to.sender,
      subject: say('{project}: report for {period}', { project, period }),
      preheader: say(
        'From {name} of {agency}. The link works for {days, plural, one {# day} other {# days}}.',
        { ...by, days },
      ),
      title: say('The report for {project}', { project }),
      paragraphs: [
        to.name === '' ? say('Hello,') : say('Hello {name},', { name: harmlessNames(to.name) }),
        say(
          '{name} of {agency} has sent you the report for {period}: what happened, why, and what comes next. You do not need an account to read it.',
          { ...by, period },
        ),
      ],
      link: { label: say('Read the report'), url: to.url },
      note: say(
        'The button works for {days, plural, one {# day} other {# days}}, for anyone who has this mail. Forward it only to people who may read the report.',
        { days },
      ),
    },
    to.words,
  )
}
