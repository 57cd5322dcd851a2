import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { allowStyles, styleHashOf } from './policy.ts'
import { type Page, pageHtml } from './policy-html.ts'

type Facts = Pick<Config, 'publicUrl' | 'TERMS_URL' | 'PRIVACY_URL' | 'MAIL_REPLY_TO'>

const runBy = ({ publicUrl }: Facts): string =>
  `Galley at ${new URL(publicUrl).host} is run by the agency or the company that gave you this address.`

/** Shown until the operator names their own pages. Nothing is claimed in the operator's name. */
const terms = (facts: Facts): Page => ({
  title: 'Terms of use',
  paragraphs: [
    `${runBy(facts)} They have not published terms of use here yet.`,
    'What you have agreed on with them holds between you and them. Ask them for their terms before you rely on this installation for your work, and before you enter payment details.',
  ],
  contact: facts.MAIL_REPLY_TO,
  forOperators: 'Do you run it? Set TERMS_URL, and this page leads to your terms.',
})

/** What the software itself does is true for every installation; what the operator does with it is up to them to say. */
const privacy = (facts: Facts): Page => ({
  title: 'Privacy policy',
  paragraphs: [
    `${runBy(facts)} They decide what becomes of what you enter, and they have not published a privacy policy here yet. Ask them whatever this page leaves open.`,
  ],
  list: {
    title: 'What the software itself keeps',
    items: [
      'Your name, email address, phone number, company and picture, as you enter them.',
      'Your password as a hash, from which it cannot be read; and who you are at Google or Apple, if you sign in with them.',
      'Where you are signed in: when, with which browser, and from which network address. Edit Profile shows it, and you can sign out there.',
      'What you write, upload and decide, under your name, for the people of your projects; and a log of what is changed in your agency.',
      'Access to the social accounts that you connect, encrypted.',
      'Of a payment card its name, brand, expiry date and last four digits; never its number or security code.',
    ],
  },
  closing: [
    'It has no trackers and no advertisements. It sets two cookies: one only while you sign in with Google or Apple, and one by which your account knows the devices that you have signed in from, so that strangers who guess your password cannot lock you out. Scripts of others load on one page alone, where a Facebook or Instagram account is connected.',
  ],
  contact: facts.MAIL_REPLY_TO,
  forOperators: 'Do you run it? Set PRIVACY_URL, and this page leads to your policy.',
})

/**
 * `/terms` and `/privacy` (docs/product/accounts.md "Public pages"): the operator's own pages or, without them, what can honestly be
 * said. Every link works, and the web app need not know to which.
 */
export const registerPolicyPages = (app: FastifyInstance, config: Facts): void => {
  const pages = [
    { path: '/terms', own: config.TERMS_URL, html: pageHtml(terms(config)) },
    { path: '/privacy', own: config.PRIVACY_URL, html: pageHtml(privacy(config)) },
  ]
  for (const { path, own, html } of pages)
    app.get(path, (_request, reply) =>
      own
        ? reply.redirect(own, 302)
        : allowStyles(reply, styleHashOf(html))
            .type('text/html')
            .header('cache-control', 'no-cache')
            .send(html),
    )
}
