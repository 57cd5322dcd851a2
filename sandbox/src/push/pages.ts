import { html } from '../pages/html.ts'
import { page, time } from '../pages/layout.ts'
import type { Sandbox } from '../platform/sandbox.ts'

const SHOWN = 50

/** What arrived for the browsers of tests. Real browsers subscribe at their makers' push services, which the sandbox cannot play. */
export function pushPage(sandbox: Sandbox): string {
  const messages = sandbox.store.list('push_message', { limit: SHOWN })
  const body = html`<section class="intro"><h1>Push</h1>
<p>Messages to browsers that subscribed here, decrypted as the browser would. Browsers that people use subscribe at the push services of their
makers instead, which need the internet.</p></section>
<section class="brand">${
    messages.length === 0
      ? html`<p class="bio">No message yet.</p>`
      : html`<ul class="mails">${messages.map(
          ({ text, created_at }) => html`<li><p class="mail-text">${text}</p>
<span class="meta">${time(created_at)}</span></li>`,
        )}</ul>`
  }</section>`
  return page({ title: 'Push', body })
}
