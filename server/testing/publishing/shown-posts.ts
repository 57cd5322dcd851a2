import { type Document, type Element, Window } from 'happy-dom'

/** What somebody sees of a post: what must be the same in its preview and in its network's feed. */
export type PostFacts = {
  /** Whose post it is; the handle is empty where none is shown. */
  readonly name: string
  readonly handle: string
  /** The texts in runs: what is a link is in brackets. */
  readonly text: string
  readonly comment: string
  readonly commentBy: string
  /** Pictures and videos in order, by their alternative texts; `+N` for those that are not shown. */
  readonly media: readonly string[]
  /** `row` to swipe or `grid`, and its shape as width by height. */
  readonly layout: string
  readonly title: string
  readonly cards: readonly { readonly title: string; readonly words: string; readonly hasPicture: boolean }[]
}

const parse = (html: string): Document => {
  const { document } = new Window()
  document.write(html)
  return document
}

const words = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

/** A text in runs; `marks` selects the links in it. */
const runs = (element: Element | null, marks: string): string => {
  if (!element) return ''
  const copy = element.cloneNode(true)
  for (const mark of copy.querySelectorAll(marks)) mark.textContent = `[${mark.textContent}]`
  return words(copy)
}

const shapeOf = (element: Element | null): string => {
  const ratio = /--ratio:\s*([\d.]+)/.exec(element?.getAttribute('style') ?? '')?.[1]
  return ratio === undefined ? '' : Number(ratio).toFixed(3)
}

const mediaIn = (element: Element): string[] => [
  ...Array.from(element.querySelectorAll('img:not([aria-hidden]), video'), each =>
    each.tagName === 'VIDEO' || /^Play/.test(each.closest('button')?.getAttribute('aria-label') ?? '')
      ? 'video'
      : (each.getAttribute('alt') ?? '').replace(/^Photo( without a description)?$/, ''),
  ),
]

/** The class names of CSS modules carry their own name in the tests. */
const named = (name: string) => `[class*="_${name}_"]`

/** The facts of a rendered preview. */
export const factsOfPreview = (html: string): PostFacts => {
  const article = parse(html).querySelector('article')
  if (!article) throw new Error('no preview')
  const carousel = article.querySelector(named('carousel'))
  const shape = article.querySelector('[style*="--ratio"]')
  const header = article.querySelector('header') ?? article
  const texts = [...article.querySelectorAll(named('text'))]
  const comment = texts.find(each => each.closest('[aria-label="First comment"]'))
  const message = texts.find(each => !each.closest('[aria-label="First comment"]'))
  const marks = named('mark')
  const cards = [...article.querySelectorAll('a[href]')].filter(each => each.querySelector(named('words')))
  const isStory = !article.querySelector('header')
  const more = words(article.querySelector(named('more')))
  return {
    name: words(header.querySelector(named('name'))),
    handle: words(header.querySelector(named('handle'))),
    text: runs(message ?? null, marks),
    comment: runs(comment ?? null, marks),
    commentBy: words(
      comment
        ?.closest('[aria-label="First comment"]')
        ?.querySelector(`${named('commentName')}, ${named('name')}`),
    ),
    media: [
      ...(isStory
        ? mediaIn(article)
        : [...article.querySelectorAll(`${named('cell')}, ${named('slide')}, ${named('player')}`)]
            .filter(each => each.parentElement?.closest(named('slide')) === null)
            .flatMap(mediaIn)),
      ...(more ? [more] : []),
    ],
    layout: isStory ? 'story' : shape ? `${carousel ? 'row' : 'grid'} ${shapeOf(shape)}` : '',
    title: words(article.querySelector(named('videoTitle'))),
    cards: cards.map(card => ({
      title: words(card.querySelector(`${named('words')} ${named('name')}`)),
      words: words(card.querySelector(named('description'))),
      hasPicture: card.querySelector('img') !== null,
    })),
  }
}

/** Whose style sheet shows an account's handle, instead of its name or beside it. */
const calledByHandle = ['instagram']
const besideHandle = ['twitter']

/** The facts of the post with this id in a page of the sandbox. */
export const factsOfFeed = (html: string, id: string): PostFacts => {
  const page = parse(html)
  const article = page.getElementById(`post-${id}`)
  if (!article) throw new Error(`no post ${id} on the page`)
  const [network = ''] = page.body.className.split(' ')
  const isByHandle = calledByHandle.includes(network)
  const showsHandle = besideHandle.includes(network)
  const who = article.querySelector('.who')
  const text = article.querySelector('.text')
  text?.querySelector('.by')?.remove()
  const said = article.querySelector('.comments li')
  const isStory = /Story, until/.test(who?.textContent ?? '')
  const photos = article.querySelector<Element>('.photos:not(.card-picture)')
  const shownText = (element: Element | null | undefined) =>
    element?.querySelector<Element>('summary') ?? element ?? null
  for (const toggle of article.querySelectorAll('.toggle')) toggle.textContent = 'See more'
  const more = words(photos?.querySelector('.more'))
  const host = (card: Element) => words(card.querySelector('.host'))
  return {
    name: words(who?.querySelector(isByHandle ? '.handle' : '.name')),
    handle: showsHandle ? words(who?.querySelector('.handle')) : '',
    text: runs(shownText(text as Element | null), 'a, .tag'),
    comment: runs(shownText(said?.querySelector<Element>('.said')), 'a, .tag'),
    commentBy: words(said?.querySelector('.name')),
    media: [...(photos ? mediaIn(photos) : []), ...(more ? [more] : [])],
    layout: isStory
      ? 'story'
      : photos
        ? `${photos.classList.contains('row') ? 'row' : 'grid'} ${shapeOf(photos)}`
        : '',
    title: words(article.querySelector('.video-title')),
    cards: [...article.querySelectorAll<Element>('a.card')].map(card => ({
      title: words(card.querySelector('.title')),
      words: words(card.querySelector('.about')) || (card.closest('.cards') ? host(card) : ''),
      hasPicture:
        (card.previousElementSibling?.matches('.pictured, .card-picture') ?? false) &&
        card.previousElementSibling !== null,
    })),
  }
}
