import type { SocialNetwork } from '../platform/model.ts'
import { html } from './html.ts'
import { initialsOf, networkNames, page } from './layout.ts'

/** An identity to continue as. */
export type Identity = {
  id: string
  name: string
  /** A line below the name, such as an email address or the administered pages. */
  about: string
  logo?: string
}

/**
 * The content security policy of a consent page. Its form may redirect to the product, which listens on another port of this machine, and
 * browsers check redirects of a form against `form-action` as well.
 */
export const consentPolicy =
  "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'self' http://127.0.0.1:* http://localhost:*"

/** A login and consent page. Choosing an identity posts `person` to `action`; the other button posts `decision=deny`. */
export type Consent = {
  network: SocialNetwork
  /** Where the form is posted. */
  action: string
  /** Hidden fields of the form. */
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
<h2>Choose an account</h2>
<ul class="identities">${identities.map(identityRow)}</ul>
<button class="quiet" name="decision" value="deny">${cancel}</button></form>
<p class="small">This is a local stand-in: it asks for no password, and Galley never sees one. You can withdraw access at any time.</p>
</section>`
  return page({ title: `Log in to ${name}`, network, bodyClass: 'asks', body })
}

function identityRow({ id, name, about, logo }: Identity) {
  const picture = logo
    ? html`<img src="/logos/${logo}.svg" alt="" width="40" height="40">`
    : html`<span class="initials" aria-hidden="true">${initialsOf(name)}</span>`
  return html`<li><button class="identity" name="person" value="${id}">${picture}<span><span class="name">Continue as ${name}</span>
<span class="meta">${about}</span></span></button></li>`
}

/** A network's own error page. The app gets no answer, because it could not be trusted. */
export function refusalPage(network: SocialNetwork, text: string): string {
  const name = networkNames[network]
  const body = html`<section class="grant"><h1>${name} can’t continue</h1><p class="lead">${text}</p>
<p><a class="button" href="/">Back to the sandbox</a></p></section>`
  return page({ title: `${name} can’t continue`, network, bodyClass: 'asks', body })
}
