import { randomInt } from 'node:crypto'
import type * as contract from '#domain/approval-links/contract.ts'
import { codeLimits } from '#domain/approval-links/lifetime.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { Words } from '#domain/kernel/languages/words.ts'
import { harmlessNames } from '#domain/kernel/public-names.ts'
import { readLanguage } from '#server/features/projects/client-language.ts'
import { readSender } from '#server/features/projects/mail-sender.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { linkTo } from '#server/platform/mail/page.ts'
import { queueMail, type RenderedMail } from '#server/platform/mail/queue.ts'
import { type MailSender, renderMail } from '#server/platform/mail/render-mail.ts'
import { wordsOf } from '#server/platform/words.ts'
import { signCode } from './device-codes.ts'
import { emailOf } from './person.ts'

export const sendDeviceCode = async (
  _input: Input<typeof contract.sendDeviceCode>,
  call: ScopedCall,
): Promise<Answer<typeof contract.sendDeviceCode>> => {
  const { tx, scope, person, now, services } = call
  // Nothing to confirm: somebody who has got hold of the link cannot cause mails with it.
  if (person.byLink?.isDeviceKnown) return {}
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const values = {
    signature: signCode(call, code),
    expires_at: new Date(now.getTime() + codeLimits.minutes * 60_000),
  }
  await tx
    .insertInto('approval_link_codes')
    .values({ project_id: scope.projectId, user_id: person.userId, ...values })
    .onConflict(earlier => earlier.columns(['project_id', 'user_id']).doUpdateSet(values))
    .execute()
  const mail = deviceCodeMail({
    publicUrl: services.config.publicUrl,
    words: wordsOf(await readLanguage(tx, { userId: person.userId, projectId: scope.projectId })),
    sender: await readSender(tx, scope.agencyId),
    name: person.name,
    project: scope.projectName,
    code,
  })
  await queueMail(tx, services, { ...mail, to: await emailOf(tx, person.userId) })
  return {}
}

type Facts = {
  readonly publicUrl: string
  readonly words: Words
  readonly sender: MailSender
  readonly name: string
  readonly project: string
  readonly code: string
}

export const deviceCodeMail = ({ publicUrl, words, sender, name, project, code }: Facts): RenderedMail => {
  const { say } = words
  const { minutes } = codeLimits
  return renderMail(
    {
      kind: 'device-code',
      sender,
      preheader: say('It works for {minutes} minutes.', { minutes }),
      subject: say('Your code for {project}', { project }),
      title: say('Your code is {code}', { code }),
      paragraphs: [
        say('Hello {name},', { name: harmlessNames(name) }),
        say(
          'Somebody opened your approval link for {project} on a new device. Enter this code there to continue.',
          { project: harmlessNames(project) },
        ),
      ],
      link: { label: say('Sign in instead'), url: linkTo(publicUrl, '/') },
      note: say(
        'The code works for {minutes} minutes. If this was not you, ignore this mail and tell your agency: they can revoke the link.',
        { minutes },
      ),
    },
    words,
  )
}
