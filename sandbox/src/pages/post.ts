import type { Account, Article, Comment, Post } from '../model.ts'
import type { Sandbox } from '../sandbox.ts'
import { type Html, html, richText } from './html.ts'
import { handleOf, time } from './layout.ts'

/** One post as its readers see it. The networks share the markup; order and looks are the style sheet's. */
export function postArticle(sandbox: Sandbox, account: Account, post: Post): Html {
  const comments = sandbox.store.list('comment', { parent: post.id }).reverse()
  return html`<article class="post" id="post-${post.id}" aria-label="Post of ${account.name}">
<div class="post-head">
<img class="avatar" src="/logos/${account.logo}.svg" alt="" width="44" height="44">
<div class="who"><span class="name">${account.name}</span><span class="handle">${handleOf(account)}</span>
<a class="when" href="${pathOf(post)}">${time(post.created_at)}</a></div>
</div>
${post.text !== '' && html`<p class="text"><span class="by">${account.handle} </span>${richText(post.text)}</p>`}
${photos(sandbox, post)}
${post.article && linkCard(post.article)}
${comments.length > 0 && commentList(sandbox, comments)}
</article>`
}

export function pathOf(post: Post): string {
  return `/feeds/${post.network}/${post.account}/${encodeURIComponent(post.id)}`
}

function photos(sandbox: Sandbox, post: Post): Html | false {
  const shown = post.photos.flatMap(photo => {
    const media = sandbox.store.get('media', photo.media)
    return media ? [{ media, alt: photo.alt_text ?? 'Photo without a description' }] : []
  })
  if (shown.length === 0) return false
  return html`<div class="photos n${Math.min(shown.length, 4)}">${shown.map(
    ({ media, alt }) =>
      html`<img src="/media/${media.file}" alt="${alt}" width="${media.width}" height="${media.height}">`,
  )}</div>`
}

function linkCard(article: Article): Html {
  const host = new URL(article.url).hostname
  return html`<a class="card" href="${article.url}" rel="nofollow noopener"><span class="host">${host}</span>
<span class="title">${article.title ?? article.url}</span>
${article.description && html`<span class="about">${article.description}</span>`}</a>`
}

function commentList(sandbox: Sandbox, comments: readonly Comment[]): Html {
  const items = comments.map(comment => {
    const author = sandbox.store.get('account', comment.author)
    return html`<li id="comment-${comment.id}"><span class="name">${author?.name ?? 'Someone'}</span>
<span class="said">${richText(comment.text)}</span><span class="when">${time(comment.created_at)}</span></li>`
  })
  const title = comments.length === 1 ? '1 comment' : `${comments.length} comments`
  return html`<div class="comments"><p class="count">${title}</p><ul>${items}</ul></div>`
}
