import { harmlessNames } from '#domain/kernel/public-names.ts'
import { readSender } from '#server/features/projects/mail-sender.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { linkTo } from '#server/platform/mail/page.ts'
import { queueMail, type RenderedMail } from '#server/platform/mail/queue.ts'
import { type MailSender, renderMail } from '#server/platform/mail/render-mail.ts'
import { waitBefore } from '#server/platform/session/attempts.ts'

/** A client who works through their posts with one link gets one mail about it. */
const MAILS = { times: 1, minutes: 60 } as const

type Told = {
  readonly to: string
  readonly linkId: number
  readonly copiedBy: string
  readonly isQuestion: boolean
}

/** Tells the person of a link about decisions that may have been made by somebody else, who has copied it (decision 106). */
export const mailAboutCopiedLink = async (
  { tx, scope, person, now, services }: ScopedCall,
  { to, linkId, copiedBy, isQuestion }: Told,
): Promise<void> => {
  if ((await waitBefore(tx, { subject: `mails about approval link ${linkId}`, ...MAILS }, now)) !== null)
    return
  const mail = copiedLinkMail({
    publicUrl: services.config.publicUrl,
    sender: await readSender(tx, scope.agencyId),
    name: person.name,
    project: scope.projectName,
    copiedBy,
    isQuestion,
  })
  const { agencyId, projectId } = scope
  await queueMail(tx, services, { ...mail, to, agencyId, projectIds: [projectId] })
}

type Facts = {
  readonly publicUrl: string
  readonly sender: MailSender
  readonly name: string
  readonly project: string
  readonly copiedBy: string
  /** Something was asked, not decided. */
  readonly isQuestion?: boolean
}

export const copiedLinkMail = ({
  publicUrl,
  sender,
  name,
  project,
  copiedBy,
  isQuestion = false,
}: Facts): RenderedMail =>
  renderMail({
    kind: 'copied-link',
    sender,
    subject: `Was it you who ${isQuestion ? 'asked' : 'decided'} about ${project}?`,
    title: `Was it you who ${isQuestion ? 'asked' : 'decided'} about ${project}?`,
    paragraphs: [
      `Hello ${harmlessNames(name)},`,
      `${isQuestion ? 'A question about a post' : 'Posts'} of ${harmlessNames(project)} ${isQuestion ? 'was asked' : 'were decided'} in your name, with an approval link that ${harmlessNames(copiedBy)} has copied for you. If that was you, there is nothing to do.`,
      'If it was not, tell your agency: the history of each post says which decisions were made with this link.',
    ],
    link: { label: 'Open Galley', url: linkTo(publicUrl, '/') },
    note: 'You get this mail at most once an hour for each link. Links that come to you by mail are seen by nobody else.',
  })
