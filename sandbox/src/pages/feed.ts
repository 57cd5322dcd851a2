import type { Post, SandboxAccount } from '../platform/model.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { html } from './html.ts'
import { handleOf, networkNames, page, time } from './layout.ts'
import { pathOf, postArticle } from './post.ts'
import { storyRow } from './stories.ts'

const longestFeed = 100

function profile(account: SandboxAccount, count: number) {
  return html`<section class="profile" aria-label="Profile"><div class="cover"></div>
<img class="logo" src="/logos/${account.logo}.svg" alt="Logo of ${account.name}" width="112" height="112">
<div class="profile-text"><h1>${account.name}</h1>
<p class="meta">${handleOf(account)} · ${count === 1 ? '1 post' : `${count} posts`}</p>
<p class="bio">${account.about}</p></div></section>`
}

/** The feed shows neither replies, which are listed under the post they answer, nor stories, which are shown above it. */
const inFeed = { isNoReply: true, isStory: false }

/** How many posts the account's feed holds. */
export function countPublicPosts(sandbox: Sandbox, { network, id }: SandboxAccount): number {
  return sandbox.store.count('post', { network, account: id, ...inFeed })
}

/** The account's public feed. */
export function feedPage(sandbox: Sandbox, account: SandboxAccount): string {
  const { network, id } = account
  const count = countPublicPosts(sandbox, account)
  const posts = sandbox.store.list('post', { network, account: id, ...inFeed, limit: longestFeed })
  const empty = html`<div class="empty"><p>No posts yet.</p>
<p>Posts published to this account appear here.</p></div>`
  const shown = posts.map(post => postArticle(sandbox, account, post))
  const body = html`${profile(account, count)}${storyRow(sandbox, account)}
<h2 class="sr-only">Posts</h2><div class="feed">${count === 0 ? empty : shown}</div>
${count > posts.length && html`<p class="older">The ${posts.length} newest of ${count} posts.</p>`}`
  return page({ title: `${account.name} on ${networkNames[network]}`, network, body })
}

/** One post on its own, where every permalink leads. An expired story is not shown. */
export function postPage(sandbox: Sandbox, account: SandboxAccount, post: Post): string {
  const { network } = account
  const what = post.story_until === undefined ? 'Post' : 'Story'
  const isOver = post.story_until !== undefined && post.story_until <= sandbox.now()
  const over = html`<div class="empty"><p>This story has expired.</p>
<p>It was visible until ${time(post.story_until ?? 0)}.</p></div>`
  const body = html`<h1 class="sr-only">${what} by ${account.name} on ${networkNames[network]}</h1>
<p class="back"><a href="/feeds/${network}/${account.id}">All posts by ${account.name}</a></p>
<div class="feed single">${isOver ? over : postArticle(sandbox, account, post)}</div>
<p class="permalink">Permalink: <a href="${pathOf(post)}">${post.id}</a></p>`
  return page({ title: `${what} by ${account.name} on ${networkNames[network]}`, network, body })
}
