import { harmlessNames } from '#domain/kernel/public-names.ts'
import { linkTo } from '#server/platform/mail/page.ts'
import type { RenderedMail } from '#server/platform/mail/queue.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'

type To = { readonly publicUrl: string; readonly name: string; readonly project: string }

/** To the admin of another agency. `agency`: whose client it is. */
export const offerMail = (
  to: To & { readonly agency: string; readonly offeredBy: string; readonly days: number },
): RenderedMail => {
  const agency = harmlessNames(to.agency)
  const project = harmlessNames(to.project)
  return renderMail({
    kind: 'hand_over_offer',
    // No logo: they may never have heard of the agency, which chooses nothing here but names (decision 105).
    sender: { name: agency, logoKey: null },
    preheader: `You can accept it for ${to.days} days.`,
    subject: `${agency} offers you the client ${project}`,
    title: `Take over ${project}?`,
    paragraphs: [
      `Hello ${harmlessNames(to.name)},`,
      `${harmlessNames(to.offeredBy)} of ${agency} offers your agency the client ${project}, with its posts, files and people. Nothing changes until you accept.`,
    ],
    link: { label: 'Look at the offer', url: linkTo(to.publicUrl, '/offered') },
    note: `The offer ends in ${to.days} days. If you do not know ${agency}, decline it.`,
  })
}

/** To the person who made the offer, once it is answered. */
export const answerMail = (
  to: To & { readonly answeredBy: string; readonly agency: string | null },
): RenderedMail => {
  const project = harmlessNames(to.project)
  const who = harmlessNames(to.answeredBy)
  const isAccepted = to.agency !== null
  const title = isAccepted ? `${project} was taken over` : `${project} was not taken over`
  return renderMail({
    kind: 'hand_over_answer',
    subject: title,
    title,
    paragraphs: [
      `Hello ${harmlessNames(to.name)},`,
      to.agency === null
        ? `${who} declined the client that you offered. It stays with your agency as it is.`
        : `${who} accepted the client that you offered. It now belongs to ${harmlessNames(to.agency)}, and your agency has no access to it any more.`,
    ],
    link: { label: 'Open Galley', url: linkTo(to.publicUrl, '/') },
  })
}

/** To both, once nobody has answered in time. `offeredBy`: the agency, for the one that it was offered to; null for the person who made the offer. */
export const expiredMail = (to: To & { readonly offeredBy: string | null }): RenderedMail => {
  const project = harmlessNames(to.project)
  const agency = to.offeredBy === null ? null : harmlessNames(to.offeredBy)
  return renderMail({
    kind: 'hand_over_expired',
    ...(agency !== null && { sender: { name: agency, logoKey: null } }),
    subject: `The offer of ${project} has ended`,
    title: `The offer of ${project} has ended`,
    paragraphs: [
      `Hello ${harmlessNames(to.name)},`,
      agency === null
        ? 'Nobody answered it in time. The client stays with your agency as it is, and you can offer it again.'
        : `It was not answered in time, so the client stays with ${agency}. If you still want to take it over, ask ${agency} to offer it again.`,
    ],
    link: { label: 'Open Galley', url: linkTo(to.publicUrl, '/') },
  })
}
