import { networkNames } from '#domain/networks/names.ts'
import type { ReportContent } from '#domain/reports/model.ts'
import { postName, type ReportWords, rankNames } from '#domain/reports/words.ts'
import {
  colours,
  decorate,
  keepTogether,
  type Sheet,
  type Tag,
  tagged,
  write,
} from '#server/platform/pdf/sheet.ts'
import { drawPicture } from '#server/platform/pdf/table.ts'

type Post = ReportContent['posts'][number]
type Card = { readonly x: number; readonly y: number; readonly width: number }

/** Pictures of posts by the id of their version: small squares as JPEG. */
export type Pictures = ReadonlyMap<number, Uint8Array>

const GAP = 12
const PAD = 12
const PICTURE = 92
const HEIGHT = PICTURE + 2 * PAD

/** The line above the cards and the cards. */
export const POST_CARDS = HEIGHT + 14

export const textOf = ({ message }: { readonly message: string }): string =>
  postName(message.replace(/\s+/g, ' '))

const figuresOf = (post: Post, { number }: ReportWords): string => {
  const figures = [
    ['reach', post.reach],
    ['likes', post.likes],
    ['comments', post.comments],
    ['shares', post.shares],
  ] as const
  return figures
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${number(value)} ${name}`)
    .join(' · ')
}

type About = { readonly words: ReportWords; readonly timezone: string; readonly pictures: Pictures }

const makeCard = (sheet: Sheet, post: Post, { words, timezone, pictures }: About, card: Card): Tag => {
  const { accent } = sheet
  const picture = pictures.get(post.post_social_id)
  const x = card.x + PAD + PICTURE + 12
  const [width, top] = [card.width - PICTURE - 2 * PAD - 12, card.y + PAD]
  const place = (y: number, lines: number) => ({ x, width, y, lines })
  const small = { size: 8, colour: colours.muted }
  const text = () => {
    const title = rankNames[post.rank ?? 'best']
    write(sheet, title, { size: 9.5, weight: 'semibold', colour: accent.text }, place(top, 1))
    const day = `${networkNames[post.social_network]} · ${words.shortDay(post.published_at, timezone)}`
    write(sheet, day, small, place(top + 13, 1))
    write(sheet, textOf(post), { size: 9 }, place(top + 27, 2))
    const figures = figuresOf(post, words)
    write(sheet, figures, { size: 8, weight: 'semibold' }, place(top + 54, 2))
  }
  const picturePlace = { x: card.x + PAD, y: top, side: PICTURE }
  const drawn = () => drawPicture(sheet, picture ?? null, picturePlace)
  const { permalink } = post
  const link = () =>
    write(
      sheet,
      'Open the post',
      { ...small, colour: accent.text },
      { ...place(top + 79, 1), link: permalink },
    )
  return tagged(sheet, 'LI', [
    tagged(sheet, 'LBody', [
      ...(picture ? [tagged(sheet, 'Figure', drawn, { alt: 'Picture of the post' })] : []),
      text,
      ...(permalink ? [tagged(sheet, 'Link', link)] : []),
    ]),
  ])
}

/** The best and the weakest post, side by side. */
export const writePostCards = (sheet: Sheet, section: Tag, posts: readonly Post[], about: About): void => {
  const { doc, left } = sheet
  const shown = ['best', 'worst'].flatMap(rank => posts.find(post => post.rank === rank) ?? [])
  if (shown.length === 0) return
  keepTogether(sheet, POST_CARDS)
  const { y } = doc
  const width = (sheet.width - GAP) / 2
  const list = doc.struct('L')
  section.add(list)
  for (const [index, post] of shown.entries()) {
    const card = { x: left + index * (width + GAP), y, width }
    decorate(sheet, () => {
      doc.roundedRect(card.x, y, width, HEIGHT, 6).lineWidth(0.75).stroke(colours.rule)
      if (!about.pictures.has(post.post_social_id))
        drawPicture(sheet, null, { x: card.x + PAD, y: y + PAD, side: PICTURE })
    })
    list.add(makeCard(sheet, post, about, card))
  }
  list.end()
  doc.y = y + HEIGHT + 14
}
