import { harmlessNames } from '#domain/kernel/public-names.ts'
import { linkTo } from '#server/platform/mail/page.ts'
import type { RenderedMail } from '#server/platform/mail/queue.ts'
import { type MailSender, renderMail } from '#server/platform/mail/render-mail.ts'

type Facts = {
  readonly sender: MailSender
  readonly publicUrl: string
  readonly name: string
  readonly project: string
  readonly projectId: number
  readonly reportId: number
  /** `November 2026`. */
  readonly month: string
  /** The person who was to get this mail has left. */
  readonly isForAdmins: boolean
}

/** The mail to the person who looks a draft over before it is sent (docs/product/reports.md "Every month"). */
export const draftMail = (facts: Facts): RenderedMail => {
  const { project, month, sender, publicUrl, projectId, reportId } = facts
  return renderMail({
    kind: 'report-draft',
    sender,
    subject: `${project}: review the report for ${month}`,
    preheader: 'The draft is ready. Nothing is sent until you send it.',
    title: `${project}: report for ${month}`,
    paragraphs: [
      `Hello ${harmlessNames(facts.name)},`,
      `The draft report for ${month} is ready. Add what you set out to do and why it went the way it did, then send it. Nothing is sent until you do.`,
      ...(facts.isForAdmins
        ? ['You are getting this mail as an admin because the reviewer no longer writes reports here.']
        : []),
    ],
    link: {
      label: 'Review the draft',
      url: linkTo(publicUrl, `/${projectId}/reporting`, { id: String(reportId) }),
    },
  })
}
