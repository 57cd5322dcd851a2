import { html } from './html.ts'
import { page } from './layout.ts'

/** Where Go To Support leads while no support site is configured. */
export function supportPage(): string {
  const body = html`<section class="intro"><h1>Support</h1>
<p>This stands in for the operator’s support site. Set <code>SUPPORT_URL</code> to the real one; without it there is no
support button in production.</p><p><a class="button" href="/">All accounts</a></p></section>`
  return page({ title: 'Support', body })
}
