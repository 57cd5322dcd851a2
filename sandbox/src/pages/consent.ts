import type { Network } from '../model.ts'
import { html } from './html.ts'
import { networkNames, page } from './layout.ts'

/** Somebody to go on as. */
export type Identity = {
  id: string
  name: string
  /** A line below the name: an address, what is administered. */
  about: string
  logo?: string
}

/**
 * The content policy of a consent page: its form may lead back to the product, which listens on another port of this machine. (Browsers
 * hold the address a form is redirected to against `form-action` too.)
 */
export const consentPolicy =
  "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'self' http://127.0.0.1:* http://localhost:*"

/** A login and consent page. Choosing an identity posts `decision=allow` and `person`, the other button `decision=deny`, to `action`. */
export type Consent = {
  network: Network
  /** Where the form goes. */
  action: string
  /** Sent along unseen. */
  hidden: Readonly<Record<string, string>>
  identities: readonly Identity[]
  /** What the app may do, in words. */
  permissions: readonly string[]
  cancel: string
}

/** What a person sees at the network while connecting an account. */
export function consentPage({ network, action, hidden, identities, permissions, cancel }: Consent): string {
  const name = networkNames[network]
  const body = html`<section class="intro"><h1>Log in to ${name}</h1>
<p><strong>Galley</strong> asks for access to your ${name} account. Choose who you are here.</p></section>
<section class="brand"><h2>Galley will be able to</h2>
<ul class="permissions">${permissions.map(text => html`<li>${text}</li>`)}</ul>
<form method="post" action="${action}" class="consent">
${Object.entries(hidden).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`)}
<ul class="identities">${identities.map(
    ({ id, name: who, about, logo }) => html`<li><button class="identity" name="person" value="${id}">
${logo && html`<img src="/logos/${logo}.svg" alt="" width="40" height="40">`}<span><span class="name">Continue as ${who}</span>
<span class="meta">${about}</span></span></button></li>`,
  )}</ul>
<button class="quiet" name="decision" value="deny">${cancel}</button></form></section>`
  return page({ title: `Log in to ${name}`, network, body })
}

/** A network's own error page: what is wrong is not told to the app, for there is none to trust. */
export function refusalPage(network: Network, text: string): string {
  const name = networkNames[network]
  const body = html`<section class="intro"><h1>${name} cannot go on</h1><p>${text}</p></section>`
  return page({ title: `${name} cannot go on`, network, body })
}
