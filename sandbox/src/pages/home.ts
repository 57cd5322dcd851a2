import { listAccounts } from '../demo-accounts.ts'
import type { Account } from '../model.ts'
import type { Sandbox } from '../sandbox.ts'
import { publicPosts } from './feed.ts'
import { html } from './html.ts'
import { handleOf, networkNames, page } from './layout.ts'

/** The way in: what this is, and every account's public feed. */
export function homePage(sandbox: Sandbox): string {
  const brands = Map.groupBy(listAccounts(sandbox.store), account => account.brand)
  const body = html`<section class="intro"><h1>Sandbox networks</h1>
<p>Local stand-ins for Facebook, Instagram, LinkedIn and Twitter. They answer in the networks’ own wire formats and keep
what is published to them, so that posts can be tried without an app registered anywhere. Nothing leaves this machine.</p></section>
${[...brands].map(([brand, accounts]) => brandCard(sandbox, brand, accounts))}
<section class="brand"><h2>When things go wrong</h2>
<p class="bio">Make a network fail on purpose: an answer that is lost, a limit, an expired token.</p>
<p><a class="button" href="/faults">Open the fault panel</a></p></section>`
  return page({ title: 'Accounts', body })
}

function brandCard(sandbox: Sandbox, brand: string, accounts: readonly Account[]) {
  const [first] = accounts
  if (!first) return html``
  const links = accounts.map(account => {
    const { network, id } = account
    const count = publicPosts(sandbox, account).length
    return html`<li><a class="account" href="/feeds/${network}/${id}"><span class="dot ${network}"></span>
<span class="network">${networkNames[network]}</span><span class="meta">${handleOf(account)}</span>
<span class="posts">${count === 1 ? '1 post' : `${count} posts`}</span></a></li>`
  })
  return html`<section class="brand"><div class="brand-head">
<img src="/logos/${first.logo}.svg" alt="" width="56" height="56"><div><h2>${brand}</h2><p class="bio">${first.about}</p></div>
</div><ul class="accounts">${links}</ul></section>`
}
