import type { Article, Card, Comment, Media, Post, SandboxAccount, SocialNetwork } from '../platform/model.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { type Html, html, richText } from './html.ts'
import { handleOf, time } from './layout.ts'

/** One post as its readers see it. The networks share the markup; the style sheet decides order and appearance. */
export function postArticle(sandbox: Sandbox, account: SandboxAccount, post: Post): Html {
  const comments = sandbox.store.list('comment', { parent: post.id }).reverse()
  return html`<article class="post" id="post-${post.id}" aria-label="Post by ${account.name}">
<div class="post-head">
<img class="avatar" src="/logos/${account.logo}.svg" alt="" width="44" height="44">
<div class="who"><span class="name">${account.name}</span><span class="handle">${handleOf(account)}</span>
<a class="when" href="${pathOf(post)}">${time(post.created_at)}</a>
${post.story_until !== undefined && html`<span class="meta">Story, until ${time(post.story_until)}</span>`}</div>
</div>
${post.text !== '' && html`<p class="text"><span class="by">${account.handle} </span>${richText(post.text)}</p>`}
${shownMedia(sandbox, post)}
${post.cards && cardList(sandbox, post.cards)}
${post.article && articleCard(sandbox, post.article)}
${comments.length > 0 && commentList(sandbox, comments)}
</article>`
}

export function pathOf(post: Post): string {
  return `/feeds/${post.network}/${post.account}/${encodeURIComponent(post.id)}`
}

/** Networks that show several photos as a row to swipe, not as a grid. */
const swiped: ReadonlySet<SocialNetwork> = new Set(['instagram'])

function shownMedia(sandbox: Sandbox, post: Post): Html | false {
  const shown = post.media.flatMap(each => {
    const media = sandbox.store.get('media', each.media)
    return media ? [media.kind === 'video' ? video(media, each.title) : picture(media, each.alt_text)] : []
  })
  if (shown.length === 0) return false
  const row = shown.length > 1 && swiped.has(post.network)
  // Keyboard users must be able to scroll it too.
  const reach = row && html` tabindex="0" role="group" aria-label="${shown.length} photos and videos"`
  return html`<div class="photos n${Math.min(shown.length, 6)}"${reach}>${shown}</div>`
}

function picture({ file, kind, width, height }: Media, alt = 'Photo without a description'): Html {
  const image = html`<img src="/media/${file}" alt="${alt}" width="${width}" height="${height}">`
  return kind === 'gif' ? html`<div class="gif">${image}<span class="badge">GIF</span></div>` : image
}

function video({ file, thumbnail }: Media, title = ''): Html {
  const poster = thumbnail && html` poster="/media/${thumbnail}"`
  return html`<figure class="video"><video src="/media/${file}" controls preload="metadata" aria-label="${title || 'Video'}"${poster}></video>
${title !== '' && html`<figcaption>${title}</figcaption>`}</figure>`
}

function cardList(sandbox: Sandbox, cards: readonly Card[]): Html {
  return html`<ol class="cards" tabindex="0" aria-label="${cards.length} cards">${cards.map(card => {
    const media = card.picture ? sandbox.store.get('media', card.picture) : undefined
    const image = media && html`<img class="pictured" src="/media/${media.file}" alt="">`
    return html`<li>${image}${linkCard(card)}</li>`
  })}</ol>`
}

function articleCard(sandbox: Sandbox, article: Article): Html {
  const media = article.thumbnail ? sandbox.store.get('media', article.thumbnail) : undefined
  return html`${media && html`<div class="photos n1">${picture(media, '')}</div>`}${linkCard(article)}`
}

function linkCard(article: Article): Html {
  const host = new URL(article.url).hostname.replace(/^www\./, '')
  return html`<a class="card" href="${article.url}" rel="nofollow noopener"><span class="host">${host}</span>
<span class="title">${article.title ?? host}</span>
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
