import { type Html, html, richText } from '../pages/html.ts'
import { page, time } from '../pages/layout.ts'
import type { Mail } from '../platform/model.ts'

const row = (mail: Mail): Html => html`<li><a class="mail" href="/mail/${mail.id}">
<span class="name">${mail.subject || 'No subject'}</span><span class="meta">${time(mail.created_at)}</span>
<span class="meta">to ${mail.account}</span></a></li>`

/** The mailbox: all emails, or those to one address, newest first. */
export function boxPage(mails: readonly Mail[], to: string): string {
  const addresses = [...new Set(mails.map(mail => mail.account))].sort()
  const body = html`<section class="intro"><h1>Mailbox</h1>
<p>Every mail that Galley has sent, to any address. Nothing is delivered.</p>
<form class="mail-search" method="get" action="/mail"><label>Address
<input name="to" type="search" value="${to}" list="addresses" placeholder="Anyone"></label>
<datalist id="addresses">${addresses.map(address => html`<option value="${address}"></option>`)}</datalist>
<button class="button">Show</button></form></section>
<section class="brand">${
    mails.length === 0
      ? html`<p class="bio">${to ? `No mail for ${to}.` : 'No mail yet.'}</p>`
      : html`<ul class="mails">${mails.map(row)}</ul>`
  }</section>`
  return page({ title: 'Mailbox', body })
}

/**
 * One email. Its HTML may come from anywhere, so it is shown in a sandboxed frame without scripts or an origin. Its links open
 * in a new tab.
 */
export function mailPage(mail: Mail): string {
  const body = html`<section class="intro"><p><a href="/mail?to=${encodeURIComponent(mail.account)}">All emails to ${mail.account}</a></p>
<h1>${mail.subject || 'No subject'}</h1>
<p class="bio">From ${mail.from}<br>To ${mail.to || mail.account}<br>${time(mail.created_at)}</p></section>
${
  mail.html &&
  html`<section class="brand"><h2>As shown in a mail program</h2>
<iframe class="mail-frame" title="The mail as HTML" src="/mail/${mail.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe></section>`
}
<section class="brand"><h2>Plain text</h2><p class="mail-text">${richText(mail.text)}</p></section>
<details class="brand"><summary>Headers</summary><pre class="mail-headers">${mail.headers
    .map(({ name, value }) => `${name}: ${value}`)
    .join('\n')}</pre></details>`
  return page({ title: mail.subject || 'Mail', body })
}

/** The HTML part on its own, with links that open outside the frame. */
export const framed = (mail: Mail): string => {
  const base = '<base target="_blank">'
  return mail.html.includes('<head>') ? mail.html.replace('<head>', `<head>${base}`) : base + mail.html
}
