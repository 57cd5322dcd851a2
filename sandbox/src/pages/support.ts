import { html } from './html.ts'
import { page } from './layout.ts'

/** Where Go To Support leads until an installation names the support site of its operator. */
export function supportPage(): string {
  const body = html`<section class="intro"><h1>Support</h1>
<p>This stands in for the support site of whoever runs Galley. <code>SUPPORT_URL</code> names the real one; in production there is no
support button without it.</p><p><a class="button" href="/">All accounts</a></p></section>`
  return page({ title: 'Support', body })
}
