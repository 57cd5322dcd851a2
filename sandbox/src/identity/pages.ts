import { createHash } from 'node:crypto'
import { type Html, html } from '../pages/html.ts'
import { initialsOf, page } from '../pages/layout.ts'
import type { IdentityPerson } from './people.ts'
import type { IdentityProvider } from './provider.ts'

/** The account chooser: one button for each person, without a password, as for the networks. */
export function chooserPage(
  { label, name, permissions }: IdentityProvider,
  { action, hidden, people }: Chooser,
): string {
  const body = html`<section class="grant"><div class="parties" aria-hidden="true"><span class="party app">G</span>
<span class="link"></span><span class="party ${name}">${label[0]}</span></div>
<h1>Sign in with ${label}</h1>
<p class="lead"><strong>Galley</strong> asks ${label} who you are.</p>
<h2>Galley will be able to</h2>
<ul class="permissions">${permissions.map(text => html`<li>${text}</li>`)}</ul>
<form method="post" action="${action}" class="consent">
${Object.entries(hidden).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`)}
<h2>Choose an account</h2>
<ul class="identities">${people.map(personRow)}</ul>
<button class="quiet" name="decision" value="deny">Cancel</button></form>
<p class="small">This is a local stand-in: it asks for no password, and Galley never sees one.</p>
</section>`
  return page({ title: `Sign in with ${label}`, bodyClass: 'asks', body })
}

type Chooser = {
  action: string
  hidden: Readonly<Record<string, string>>
  people: readonly IdentityPerson[]
}

function personRow({ sub, givenName, familyName, about }: IdentityPerson): Html {
  const name = `${givenName} ${familyName}`
  return html`<li><button class="identity" name="person" value="${sub}"><span class="initials" aria-hidden="true">${initialsOf(name)}</span><span><span class="name">Continue as ${name}</span>
<span class="meta">${about}</span></span></button></li>`
}

export function identityRefusalPage({ label }: IdentityProvider, text: string): string {
  const body = html`<section class="grant"><h1>${label} can’t continue</h1><p class="lead">${text}</p></section>`
  return page({ title: `${label} can’t continue`, bodyClass: 'asks', body })
}

const submit = 'document.forms[0].submit()'

/** Allows the only inline script of the sandbox's pages, by its digest. */
export const postingPolicy = `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; script-src 'sha256-${createHash('sha256').update(submit).digest('base64')}'; form-action http://127.0.0.1:* http://localhost:*`

/** `response_mode=form_post`: a page whose form submits itself, with a button for browsers without scripts. */
export function postingPage(
  { label }: IdentityProvider,
  action: string,
  fields: Readonly<Record<string, string>>,
): string {
  const body = html`<section class="grant"><h1>Back to Galley</h1><form method="post" action="${action}" class="consent">
${Object.entries(fields).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`)}
<button class="button">Continue</button></form></section>`
  return page({ title: label, bodyClass: 'asks', body }).replace(
    '</body>',
    `<script>${submit}</script></body>`,
  )
}
