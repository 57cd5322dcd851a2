import { harmlessNames } from '#domain/kernel/public-names.ts'
import { linkTo } from '#server/platform/mail/page.ts'
import type { RenderedMail } from '#server/platform/mail/queue.ts'
import { type MailSender, renderMail } from '#server/platform/mail/render-mail.ts'

/** `where`: the agency's or the project's name. `role`: in words, e.g. `Content Creator`. */
export const invitationMail = (to: {
  publicUrl: string
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
  const agency = harmlessNames(to.sender.name)
  return renderMail({
    kind: 'invitation',
    // No logo: in a first mail to a stranger the sender chooses nothing but names (decision 105).
    sender: { name: agency, logoKey: null },
    preheader: `As ${to.role}. The link works for ${to.days} days.`,
    subject: `${to.invitedBy} invites you to ${to.where}`,
    title: `Join ${to.where} on Galley`,
    paragraphs: [
      `Hello ${harmlessNames(to.name)},`,
      `${harmlessNames(`${to.invitedBy} invites you to ${to.where}`)} as ${to.role}. In Galley, agencies and their clients plan and approve social media posts together.`,
    ],
    link: {
      label: 'Accept the invitation',
      url: linkTo(to.publicUrl, '/signup', {
        email: to.email,
        name: harmlessNames(to.name),
        invitation: to.token,
      }),
    },
    note: `The invitation is for ${to.email} and expires in ${to.days} days.`,
    noteLinks: [
      {
        label: `I do not know ${agency}`,
        url: linkTo(to.publicUrl, '/refuse-invitation', { token: to.token }),
      },
    ],
  })
}

/** For an invited person who already has an account. */
export const addedMail = (to: {
  publicUrl: string
  name: string
  addedBy: string
  where: string
  role: string
  sender: MailSender
}): RenderedMail =>
  renderMail({
    kind: 'added',
    sender: to.sender,
    subject: `${to.addedBy} added you to ${to.where}`,
    title: `You are now in ${to.where}`,
    paragraphs: [
      `Hello ${harmlessNames(to.name)},`,
      `${harmlessNames(`${to.addedBy} added you to ${to.where}`)} as ${to.role}.`,
    ],
    link: { label: 'Open Galley', url: linkTo(to.publicUrl, '/') },
  })
