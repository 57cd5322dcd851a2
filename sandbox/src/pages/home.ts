import { listAccounts, listPeople } from '../platform/demo-accounts.ts'
import type { Person, SandboxAccount } from '../platform/model.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { countPublicPosts } from './feed.ts'
import { type Html, html } from './html.ts'
import { handleOf, initialsOf, networkNames, page } from './layout.ts'

/** The start page: what the sandbox is, and links to every account's public feed. */
export function homePage(sandbox: Sandbox): string {
  const brands = Map.groupBy(listAccounts(sandbox.store), account => account.brand)
  const body = html`<section class="intro"><h1>Sandbox networks</h1>
<p>Local stand-ins for Facebook, Instagram, LinkedIn and Twitter. They speak the networks’ real formats and keep
what is published to them, so you can try out posts without registering an app anywhere. Nothing leaves this machine.</p></section>
${connecting()}${[...brands].map(([brand, accounts]) => brandCard(sandbox, brand, accounts))}
${peopleCard(sandbox)}
<section class="brand"><h2>When things go wrong</h2>
<p class="bio">Make a network fail on purpose: a lost answer, a rate limit, an expired token.</p>
<p><a class="button" href="/faults">Open the fault panel</a></p></section>`
  return page({ title: 'Accounts', body })
}

/** The first steps for a newcomer. */
function connecting(): Html {
  return html`<section class="brand steps"><h2>Connect an account to Galley</h2>
<ol><li>In Galley, open a project’s settings and choose <strong>Social accounts</strong>.</li>
<li>Choose a network. It asks who you are, like the real one, but without a password.</li>
<li>On Facebook, Instagram and LinkedIn, continue as <strong>Dana Reed</strong> and choose a brand’s page. On Twitter, continue as the
brand itself.</li>
<li>Publish something in Galley, then open the account below to see it as the public does.</li></ol></section>`
}

/** Who can log in, and what they administer. */
function peopleCard(sandbox: Sandbox): Html {
  const people = (['facebook', 'linkedin'] as const).flatMap(network => listPeople(sandbox.store, network))
  const byEmail = Map.groupBy(people, ({ email }) => email)
  return html`<section class="brand"><h2>People</h2><ul class="people">${[...byEmail.values()].map(list =>
    personRow(sandbox, list),
  )}</ul></section>`
}

function personRow(sandbox: Sandbox, list: readonly Person[]): Html {
  const [person] = list
  if (!person) return html``
  const brands = new Set(
    list.flatMap(({ administers }) =>
      administers.flatMap(id => sandbox.store.get('account', id)?.name ?? []),
    ),
  )
  const say =
    brands.size > 0
      ? `Administers ${[...brands].join(', ')}.`
      : 'Administers no pages, to show what happens when there is nothing to choose.'
  return html`<li><span class="initials" aria-hidden="true">${initialsOf(person.name)}</span><span>
<span class="name">${person.name}</span><span class="meta">${person.email}</span><span class="meta">${say}</span></span></li>`
}

function brandCard(sandbox: Sandbox, brand: string, accounts: readonly SandboxAccount[]) {
  const [first] = accounts
  if (!first) return html``
  const links = accounts.map(account => {
    const { network, id } = account
    const count = countPublicPosts(sandbox, account)
    return html`<li><a class="account" href="/feeds/${network}/${id}"><span class="dot ${network}"></span>
<span class="network">${networkNames[network]}</span><span class="meta">${handleOf(account)}</span>
<span class="posts">${count === 1 ? '1 post' : `${count} posts`}</span></a></li>`
  })
  return html`<section class="brand"><div class="brand-head">
<img src="/logos/${first.logo}.svg" alt="" width="56" height="56"><div><h2>${brand}</h2><p class="bio">${first.about}</p></div>
</div><ul class="accounts">${links}</ul></section>`
}
