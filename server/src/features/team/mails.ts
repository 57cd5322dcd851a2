import { phrase, type Words } from '#domain/kernel/languages/words.ts'
import { harmlessNames } from '#domain/kernel/public-names.ts'
import { roleNames } from '#domain/permissions/role-names.ts'
import type { InvitationRole } from '#domain/team/model.ts'
import { inLanguage, linkTo } from '#server/platform/mail/page.ts'
import type { RenderedMail } from '#server/platform/mail/queue.ts'
import { type MailSender, renderMail } from '#server/platform/mail/render-mail.ts'

const clientRole = phrase('External Approver')

/** A role in a mail. People of the agency are written to in English. */
export const roleIn = (role: InvitationRole, { say }: Words): string =>
  role === 'external-approver' ? say(clientRole) : roleNames[role]

/** `where`: the agency's or the project's name. `role`: in words, e.g. `Content Creator`. */
export const invitationMail = (to: {
  publicUrl: string
  words: Words
  email: string
  /** First and last name, as typed by the person who invites. */
  name: string
  invitedBy: string
  where: string
  role: string
  token: string
  days: number
  sender: MailSender
}): RenderedMail => {
  const { say } = to.words
  const { role, days, email } = to
  const agency = harmlessNames(to.sender.name)
  const name = harmlessNames(to.invitedBy)
  const place = harmlessNames(to.where)
  return renderMail(
    {
      kind: 'invitation',
      // No logo: in a first mail to a stranger the sender chooses nothing but names (decision 105).
      sender: { name: agency, logoKey: null },
      preheader: say('As {role}. The link works for {days, plural, one {# day} other {# days}}.', {
        role,
        days,
      }),
      subject: say('{name} invites you to {place}', { name, place }),
      title: say('Join {place} on Galley', { place }),
      paragraphs: [
        say('Hello {name},', { name: harmlessNames(to.name) }),
        say(
          '{name} invites you to {place} as {role}. In Galley, agencies and their clients plan and approve social media posts together.',
          { name, place, role },
        ),
      ],
      link: {
        label: say('Accept the invitation'),
        url: linkTo(to.publicUrl, '/signup', {
          email,
          name: harmlessNames(to.name),
          invitation: to.token,
          ...inLanguage(to.words),
        }),
      },
      note: say('The invitation is for {email} and expires in {days, plural, one {# day} other {# days}}.', {
        email,
        days,
      }),
      noteLinks: [
        {
          label: say('I do not know {agency}', { agency }),
          url: linkTo(to.publicUrl, '/refuse-invitation', { token: to.token, ...inLanguage(to.words) }),
        },
      ],
    },
    to.words,
  )
}

/** For an invited person who already has an account. */
export const addedMail = (to: {
  publicUrl: string
  words: Words
  name: string
  addedBy: string
  where: string
  role: string
  sender: MailSender
}): RenderedMail => {
  const { say } = to.words
  const name = harmlessNames(to.addedBy)
  const place = harmlessNames(to.where)
  const what = say('{name} added you to {place} as {role}.', { name, place, role: to.role })
  return renderMail(
    {
      kind: 'added',
      sender: to.sender,
      preheader: what,
      subject: say('{name} added you to {place}', { name, place }),
      title: say('You are now in {place}', { place }),
      paragraphs: [say('Hello {name},', { name: harmlessNames(to.name) }), what],
      link: { label: say('Open Galley'), url: linkTo(to.publicUrl, '/') },
    },
    to.words,
  )
}
