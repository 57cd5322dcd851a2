import type { Account, Post } from '../model.ts'
import type { Sandbox } from '../sandbox.ts'
import { html } from './html.ts'
import { handleOf, networkNames, page } from './layout.ts'
import { pathOf, postArticle } from './post.ts'

const longestFeed = 100

function profile(account: Account, count: number) {
  return html`<section class="profile" aria-label="Profile"><div class="cover"></div>
<img class="logo" src="/logos/${account.logo}.svg" alt="Logo of ${account.name}" width="112" height="112">
<div class="profile-text"><h1>${account.name}</h1>
<p class="meta">${handleOf(account)} · ${count === 1 ? '1 post' : `${count} posts`}</p>
<p class="bio">${account.about}</p></div></section>`
}

/** Newest first, without replies: those are seen under the post they answer. */
export function publicPosts(sandbox: Sandbox, { network, id }: Account): Post[] {
  return sandbox.store.list('post', { network, account: id }).filter(post => !post.in_reply_to)
}

/** The account's public feed. */
export function feedPage(sandbox: Sandbox, account: Account): string {
  const { network } = account
  const posts = publicPosts(sandbox, account)
  const empty = html`<div class="empty"><p>No posts yet.</p>
<p>What is published to this account appears here.</p></div>`
  const shown = posts.slice(0, longestFeed).map(post => postArticle(sandbox, account, post))
  const body = html`${profile(account, posts.length)}<h2 class="sr-only">Posts</h2>
<div class="feed">${posts.length === 0 ? empty : shown}</div>`
  return page({ title: `${account.name} on ${networkNames[network]}`, network, body })
}

/** One post by itself: where every permalink leads. */
export function postPage(sandbox: Sandbox, account: Account, post: Post): string {
  const { network } = account
  const feed = `/feeds/${network}/${account.id}`
  const body = html`<h1 class="sr-only">Post of ${account.name} on ${networkNames[network]}</h1>
<p class="back"><a href="${feed}">All posts of ${account.name}</a></p>
<div class="feed single">${postArticle(sandbox, account, post)}</div>
<p class="permalink">Permalink: <a href="${pathOf(post)}">${post.id}</a></p>`
  return page({ title: `Post of ${account.name} on ${networkNames[network]}`, network, body })
}
