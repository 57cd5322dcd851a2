import type { Words } from '#domain/kernel/languages/words.ts'
import { harmlessNames } from '#domain/kernel/public-names.ts'
import { readLanguage } from '#server/features/projects/client-language.ts'
import { readSender } from '#server/features/projects/mail-sender.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { linkTo } from '#server/platform/mail/page.ts'
import { queueMail, type RenderedMail } from '#server/platform/mail/queue.ts'
import { type MailSender, renderMail } from '#server/platform/mail/render-mail.ts'
import { waitBefore } from '#server/platform/session/attempts.ts'
import { wordsOf } from '#server/platform/words.ts'

/** A client who works through their posts with one link gets one mail about it. */
const MAILS = { times: 1, minutes: 60 } as const

type CopiedLink = {
  readonly to: string
  readonly linkId: number
  readonly copiedBy: string
  readonly isQuestion: boolean
}

/** Tells the person of a link about decisions that may have been made by somebody else, who has copied it (decision 106). */
export const mailAboutCopiedLink = async (
  { tx, scope, person, now, services }: ScopedCall,
  { to, linkId, copiedBy, isQuestion }: CopiedLink,
): Promise<void> => {
  if ((await waitBefore(tx, { subject: `mails about approval link ${linkId}`, ...MAILS }, now)) !== null)
    return
  const mail = copiedLinkMail({
    publicUrl: services.config.publicUrl,
    words: wordsOf(await readLanguage(tx, { userId: person.userId, projectId: scope.projectId })),
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
  readonly words: Words
  readonly sender: MailSender
  readonly name: string
  readonly project: string
  readonly copiedBy: string
  /** Something was asked, not decided. */
  readonly isQuestion?: boolean
}

export const copiedLinkMail = (to: Facts): RenderedMail => {
  const { say } = to.words
  const subject = subjectOf(to)
  const what = whatHappened(to)
  return renderMail(
    {
      kind: 'copied-link',
      sender: to.sender,
      preheader: what,
      subject,
      title: subject,
      paragraphs: [
        say('Hello {name},', { name: harmlessNames(to.name) }),
        what,
        say(
          'If it was not, tell your agency: the history of each post says which decisions were made with this link.',
        ),
      ],
      link: { label: say('Open Galley'), url: linkTo(to.publicUrl, '/') },
      note: say(
        'You get this mail at most once an hour for each link. Links that come to you by mail are seen by nobody else.',
      ),
    },
    to.words,
  )
}

const subjectOf = ({ words: { say }, isQuestion = false, project }: Facts): string =>
  isQuestion
    ? say('Was it you who asked about {project}?', { project })
    : say('Was it you who decided about {project}?', { project })

const whatHappened = ({ words: { say }, isQuestion = false, ...names }: Facts): string => {
  const values = { project: harmlessNames(names.project), name: harmlessNames(names.copiedBy) }
  return isQuestion
    ? say(
        'A question about a post of {project} was asked in your name, with an approval link that {name} has copied for you. If that was you, there is nothing to do.',
        values,
      )
    : say(
        'Posts of {project} were decided in your name, with an approval link that {name} has copied for you. If that was you, there is nothing to do.',
        values,
      )
}
