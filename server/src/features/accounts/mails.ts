import { CONFIRM_DAYS, RESET_MINUTES, SIGN_IN_CODE_HOURS } from '#domain/accounts/account-fields.ts'
import { linkTo } from '#server/platform/mail/page.ts'
import type { RenderedMail } from '#server/platform/mail/queue.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'

/** What ends with a new password (decision 109). */
const endedByPassword =
  'All other devices were signed out, and the addresses of your calendar feeds have ended: make new ones for the calendars that you still want to see posts in.'
const notYou = 'If this was not you, you can ignore this mail.'

export const confirmMail = (to: {
  publicUrl: string
  name: string
  email: string
  token: string
}): RenderedMail =>
  renderMail({
    kind: 'confirm-email',
    subject: 'Confirm your email address',
    title: `Welcome to Galley, ${to.name}`,
    paragraphs: ['Please confirm that this is your email address.'],
    link: {
      label: 'Confirm email address',
      url: linkTo(to.publicUrl, '/confirm-email', { token: to.token, email: to.email }),
    },
    note: `The link works for ${CONFIRM_DAYS} days. ${notYou}`,
  })

/** Someone signed up with the address of an existing account. Only its owner learns of it (decision 15). */
export const takenAddressMail = (to: { publicUrl: string; email: string }): RenderedMail =>
  renderMail({
    kind: 'address-taken',
    subject: 'You already have a Galley account',
    title: 'You already have an account',
    paragraphs: [
      `Somebody has just signed up for Galley with ${to.email}. This address already has an account; nothing was changed.`,
      'If it was you, log in with the password of that account. If you have forgotten it, you can set a new one.',
    ],
    link: { label: 'Set a new password', url: linkTo(to.publicUrl, '/reset-password') },
    note: notYou,
    noteLinks: [{ label: 'Log in', url: linkTo(to.publicUrl, '/') }],
  })

export const resetMail = (to: { publicUrl: string; email: string; token: string }): RenderedMail =>
  renderMail({
    kind: 'reset-password',
    subject: 'Set a new password',
    title: 'Set a new password',
    paragraphs: [`Somebody asked to reset the password of the Galley account ${to.email}.`],
    link: {
      label: 'Set a new password',
      url: linkTo(to.publicUrl, '/change-password', { token: to.token, email: to.email }),
    },
    note: `The link works once, for ${RESET_MINUTES} minutes. ${notYou}`,
  })

/** For a new device, while strangers guess the password (decision 131). Without the password the code opens nothing. */
export const signInCodeMail = (to: { publicUrl: string; email: string; code: string }): RenderedMail =>
  renderMail({
    kind: 'sign-in-code',
    subject: 'Your code to log in',
    title: `Your code is ${to.code}`,
    paragraphs: [
      `Somebody asked for a code to log in to the Galley account ${to.email} on a new device. Enter it on the login page, with your password.`,
    ],
    link: { label: 'Log in', url: linkTo(to.publicUrl, '/', { email: to.email }) },
    note: `The code works once, for ${SIGN_IN_CODE_HOURS} hours. ${notYou} Nobody can log in with the code alone.`,
  })

export const passwordChangedMail = (to: { publicUrl: string; email: string }): RenderedMail =>
  renderMail({
    kind: 'password-changed',
    subject: 'Your password was changed',
    title: 'Your password was changed',
    paragraphs: [
      `The password of the Galley account ${to.email} has just been changed. ${endedByPassword}`,
      'If this was not you, set a new password at once.',
    ],
    link: { label: 'Set a new password', url: linkTo(to.publicUrl, '/reset-password') },
  })

/** Someone without a password set one in Edit Profile. */
export const passwordSetMail = (to: { publicUrl: string; email: string }): RenderedMail =>
  renderMail({
    kind: 'password-set',
    subject: 'A password was set',
    title: 'You can now log in with a password',
    paragraphs: [
      `A password has just been set for the Galley account ${to.email}. ${endedByPassword}`,
      'If this was not you, set a new password at once.',
    ],
    link: { label: 'Set a new password', url: linkTo(to.publicUrl, '/reset-password') },
  })

type Identity = { publicUrl: string; email: string; provider: string; identity: string }

/** `provider`: its name. `identity`: the person's address there, or an empty string if it is unknown. */
const accountAt = ({ provider, identity }: Identity): string =>
  `${provider} account${identity === '' ? '' : ` ${identity}`}`

/** A Google or Apple account was linked. */
export const identityLinkedMail = (to: Identity): RenderedMail =>
  renderMail({
    kind: 'identity-linked',
    subject: `${to.provider} was linked to your account`,
    title: `You can now sign in with ${to.provider}`,
    paragraphs: [
      `The ${accountAt(to)} was just linked to the Galley account ${to.email} and can now sign in to it.`,
      'If this was not you, set a new password at once, and unlink it in Edit Profile.',
    ],
    link: { label: 'Set a new password', url: linkTo(to.publicUrl, '/reset-password') },
  })

/** A Google or Apple account was unlinked. */
export const identityUnlinkedMail = (to: Identity): RenderedMail =>
  renderMail({
    kind: 'identity-unlinked',
    subject: `${to.provider} was unlinked from your account`,
    title: `${to.provider} no longer signs you in`,
    paragraphs: [
      `The ${accountAt(to)} was just unlinked from the Galley account ${to.email}.`,
      'If this was not you, set a new password at once.',
    ],
    link: { label: 'Set a new password', url: linkTo(to.publicUrl, '/reset-password') },
  })

const secondFactorTexts = {
  on: {
    subject: 'Your second factor is on',
    text: 'From now on a code of your authenticator app is asked for after the password, or after Google or Apple, at each login to',
  },
  off: { subject: 'Your second factor is off', text: 'No code is asked for any more at the login to' },
  renewed: {
    subject: 'You have new recovery codes',
    text: 'New recovery codes were made, and the former ones have ended, for',
  },
  used: {
    subject: 'A recovery code was used',
    text: 'Somebody has just logged in with a recovery code, which has thereby ended, to',
  },
} as const

/** The second factor was turned on or off, or its recovery codes were renewed or one of them used. */
export const secondFactorMail = (to: {
  publicUrl: string
  email: string
  change: keyof typeof secondFactorTexts
}): RenderedMail => {
  const { subject, text } = secondFactorTexts[to.change]
  return renderMail({
    kind: `second-factor-${to.change}`,
    subject,
    title: subject,
    paragraphs: [
      `${text} the Galley account ${to.email}.`,
      'If this was not you, set a new password at once, and look at Edit Profile, Sign-in.',
    ],
    link: { label: 'Set a new password', url: linkTo(to.publicUrl, '/reset-password') },
  })
}
