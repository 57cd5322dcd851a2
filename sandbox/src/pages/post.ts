import { domainToUnicode } from 'node:url'
import type { Article, Card, Comment, Media, Post, SandboxAccount, SocialNetwork } from '../platform/model.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { type Html, html, richText } from './html.ts'
import { handleOf, time } from './layout.ts'
import { GRID_PHOTOS_MAX, ratioOf, storyShape, swiped } from './shown-shape.ts'

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
${post.text !== '' && html`<div class="text"><span class="by">${account.handle} </span>${longText(post, cutting.has(post.network))}</div>`}
${shownMedia(sandbox, post)}
${post.cards && cardList(sandbox, post.cards)}
${post.article && articleCard(sandbox, post.article)}
${comments.length > 0 && commentList(sandbox, comments)}
</article>`
}

export function pathOf(post: Post): string {
  return `/feeds/${post.network}/${post.account}/${encodeURIComponent(post.id)}`
}

/** Networks that show only the beginning of a long text. Of a long comment all of them do. */
const cutting: ReadonlySet<SocialNetwork> = new Set(['facebook', 'linkedin'])
const longest = 150

/** What a network makes a link of when somebody just types it; the others link only pages that were chosen. */
const typedMentions: Partial<Record<SocialNetwork, string>> = {
  instagram: String.raw`(?<![\p{L}\p{N}_.@/])@[\w.]*\w`,
  twitter: String.raw`(?<![\p{L}\p{N}_.@/])@\w+`,
}

/** A text that opens where it is long. */
function longText(
  { text, mentions, network }: Pick<Post, 'text' | 'mentions' | 'network'>,
  isCut: boolean,
): Html {
  const linked = { typed: typedMentions[network], names: mentions }
  if (!isCut || text.length <= longest) return richText(text, linked)
  // Not in the middle of an emoji.
  const end = /[\uD800-\uDBFF]/.test(text[longest - 1] ?? '') ? longest - 1 : longest
  const beginning = richText(`${text.slice(0, end).trimEnd()}… `, linked)
  return html`<details class="long"><summary><span class="beginning">${beginning}</span><span class="toggle"></span></summary>${richText(text, linked)}</details>`
}

function shownMedia(sandbox: Sandbox, post: Post): Html | false {
  const all = post.media.flatMap(each => sandbox.store.get('media', each.media) ?? [])
  const [first] = all
  if (!first) return false
  const isSwiped = swiped.has(post.network)
  const seen = isSwiped ? all : all.slice(0, GRID_PHOTOS_MAX)
  const shown = seen.map((media, index) => {
    const { title, alt_text } = post.media[index] ?? {}
    const rest = all.length - seen.length
    const isLast = rest > 0 && index === seen.length - 1
    const more = isLast && html`<span class="more">+${rest}</span>`
    return html`<div class="cell">${media.kind === 'video' ? video(media, title) : picture(media, alt_text)}${more}</div>`
  })
  // Keyboard users must be able to scroll it too.
  const reach =
    isSwiped &&
    shown.length > 1 &&
    html` tabindex="0" role="group" aria-label="${shown.length} photos and videos"`
  const isStory = post.story_until !== undefined
  const layout = isStory ? 'framed' : isSwiped ? 'row' : 'grid'
  const ratio = isStory ? storyShape : ratioOf(post.network, first, shown.length)
  const title = all.length === 1 && post.media[0]?.title
  return html`<div class="photos ${layout} n${shown.length}" style="--ratio:${ratio}"${reach}>${shown}</div>
${title && html`<p class="video-title">${title}</p>`}`
}

function picture({ file, kind, width, height }: Media, alt = 'Photo without a description'): Html {
  const image = html`<img src="/media/${file}" alt="${alt}" width="${width}" height="${height}">`
  return kind === 'gif' ? html`<div class="gif">${image}<span class="badge">GIF</span></div>` : image
}

function video({ file, thumbnail }: Media, title = ''): Html {
  const poster = thumbnail && html` poster="/media/${thumbnail}"`
  return html`<video src="/media/${file}" controls preload="metadata" aria-label="${title || 'Video'}"${poster}></video>`
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
  return html`${media && html`<div class="photos card-picture">${picture(media, '')}</div>`}${linkCard(article)}`
}

function linkCard(article: Article): Html {
  const host = domainToUnicode(new URL(article.url).hostname).replace(/^www\./, '')
  return html`<a class="card" href="${article.url}" rel="nofollow noopener"><span class="host">${host}</span>
<span class="title">${article.title ?? host}</span>
${article.description && html`<span class="about">${article.description}</span>`}</a>`
}

function commentList(sandbox: Sandbox, comments: readonly Comment[]): Html {
  const items = comments.map(comment => {
    const author = sandbox.store.get('account', comment.author)
    const name = swiped.has(comment.network) ? author?.handle : author?.name
    return html`<li id="comment-${comment.id}"><span class="name">${name ?? 'Someone'}</span>
<span class="said">${longText(comment, true)}</span><span class="when">${time(comment.created_at)}</span></li>`
  })
  const title = comments.length === 1 ? '1 comment' : `${comments.length} comments`
  return html`<div class="comments"><p class="count">${title}</p><ul>${items}</ul></div>`
}
