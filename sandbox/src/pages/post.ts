import type { Account, Article, Card, Comment, Media, Post } from '../model.ts'
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
<a class="when" href="${pathOf(post)}">${time(post.created_at)}</a>
${post.story_until !== undefined && html`<span class="meta">Story, until ${time(post.story_until)}</span>`}</div>
</div>
${post.text !== '' && html`<p class="text"><span class="by">${account.handle} </span>${richText(post.text)}</p>`}
${shownMedia(sandbox, post)}
${post.cards && cardList(sandbox, post.cards)}
${post.article && linkCard(post.article)}
${comments.length > 0 && commentList(sandbox, comments)}
</article>`
}

export function pathOf(post: Post): string {
  return `/feeds/${post.network}/${post.account}/${encodeURIComponent(post.id)}`
}

function shownMedia(sandbox: Sandbox, post: Post): Html | false {
  const shown = post.media.flatMap(each => {
    const media = sandbox.store.get('media', each.media)
    return media ? [media.kind === 'video' ? video(media, each.title) : picture(media, each.alt_text)] : []
  })
  if (shown.length === 0) return false
  return html`<div class="photos n${Math.min(shown.length, 4)}">${shown}</div>`
}

function picture({ file, width, height }: Media, alt = 'Photo without a description'): Html {
  return html`<img src="/media/${file}" alt="${alt}" width="${width}" height="${height}">`
}

function video({ file, thumbnail }: Media, title = 'Video'): Html {
  const poster = thumbnail && html` poster="/media/${thumbnail}"`
  return html`<figure class="video"><video src="/media/${file}" controls preload="metadata" aria-label="${title}"${poster}></video>
${title !== 'Video' && html`<figcaption>${title}</figcaption>`}</figure>`
}

function cardList(sandbox: Sandbox, cards: readonly Card[]): Html {
  return html`<ol class="cards">${cards.map(card => {
    const media = card.picture ? sandbox.store.get('media', card.picture) : undefined
    return html`<li>${media && picture(media, '')}${linkCard(card)}</li>`
  })}</ol>`
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
