import { type Html, html } from '../pages/html.ts'
import { page, time } from '../pages/layout.ts'
import type { ChatHook } from '../platform/model.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { addressOf } from './channels.ts'

const SHOWN = 50

/** Every webhook with its address and what arrived there, and a form for another one. */
export function chatPage(sandbox: Sandbox): string {
  const hooks = sandbox.store.list('chat_hook')
  const body = html`<section class="intro"><h1>Chat</h1>
<p>Channels of Slack and Microsoft Teams. Create a webhook, copy its address into Galley’s settings, Chat channels, and see here
what arrives. Nothing leaves this machine.</p>
<form class="mail-search" method="post" action="/chat"><label>Channel
<input name="name" required maxlength="80" placeholder="#harbor-posts"></label>
<button class="button" name="service" value="slack">Create in Slack</button>
<button class="button" name="service" value="teams">Create in Teams</button></form></section>
${hooks.map(hook => hookSection(sandbox, hook))}`
  return page({ title: 'Chat', body })
}

function hookSection(sandbox: Sandbox, hook: ChatHook): Html {
  const messages = sandbox.store.list('chat_message', { account: hook.id, limit: SHOWN })
  const service = hook.service === 'slack' ? 'Slack' : 'Microsoft Teams'
  return html`<section class="brand"><h2>${hook.name}</h2>
<p class="bio">${service}${hook.state !== 'active' && `, ${hook.state}`}</p>
<pre class="mail-headers">${addressOf(sandbox, hook)}</pre>
${
  messages.length === 0
    ? html`<p class="bio">No message yet.</p>`
    : html`<ul class="mails">${messages.map(
        message => html`<li><p class="mail-text">${message.shown ?? `Not shown: ${message.problem ?? 'damaged'}`}</p>
<span class="meta">${time(message.created_at)}</span></li>`,
      )}</ul>`
}</section>`
}
