import type { Network } from '../platform/model.ts'
import { html } from './html.ts'
import { initialsOf, networkNames, page } from './layout.ts'

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
  const body = html`<section class="grant"><div class="parties" aria-hidden="true"><span class="party app">G</span>
<span class="link"></span><span class="party ${network}">${name[0]}</span></div>
<h1>Log in to ${name}</h1>
<p class="lead"><strong>Galley</strong> asks for access to your ${name} account.</p>
<h2>Galley will be able to</h2>
<ul class="permissions">${permissions.map(text => html`<li>${text}</li>`)}</ul>
<form method="post" action="${action}" class="consent">
${Object.entries(hidden).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`)}
<h2>Who are you here?</h2>
<ul class="identities">${identities.map(identityRow)}</ul>
<button class="quiet" name="decision" value="deny">${cancel}</button></form>
<p class="small">A stand-in on this machine: it asks for no password, and Galley never sees one. Access can be taken back at any time.</p>
</section>`
  return page({ title: `Log in to ${name}`, network, dress: 'asks', body })
}

function identityRow({ id, name, about, logo }: Identity) {
  const picture = logo
    ? html`<img src="/logos/${logo}.svg" alt="" width="40" height="40">`
    : html`<span class="initials" aria-hidden="true">${initialsOf(name)}</span>`
  return html`<li><button class="identity" name="person" value="${id}">${picture}<span><span class="name">Continue as ${name}</span>
<span class="meta">${about}</span></span></button></li>`
}

/** A network's own error page: what is wrong is not told to the app, for there is none to trust. */
export function refusalPage(network: Network, text: string): string {
  const name = networkNames[network]
  const body = html`<section class="grant"><h1>${name} cannot go on</h1><p class="lead">${text}</p>
<p><a class="button" href="/">To the sandbox’s accounts</a></p></section>`
  return page({ title: `${name} cannot go on`, network, dress: 'asks', body })
}
