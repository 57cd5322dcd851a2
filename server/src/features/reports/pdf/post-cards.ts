import { phrase } from '#domain/kernel/languages/words.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { ReportContent } from '#domain/reports/model.ts'
import { postName, type ReportWords, rankNames } from '#domain/reports/words.ts'
import {
  colours,
  decorate,
  fitted,
  keepTogether,
  type Sheet,
  type Style,
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

export const textOf = ({ message }: { readonly message: string }, words: ReportWords): string =>
  postName(message.replace(/\s+/g, ' '), words)

const figuresOf = (post: Post, { number, say }: ReportWords): string => {
  const figures = [
    [phrase('{count} reach'), post.reach],
    [phrase('{count} likes'), post.likes],
    [phrase('{count} comments'), post.comments],
    [phrase('{count} shares'), post.shares],
  ] as const
  return figures
    .flatMap(([text, value]) => (value === null ? [] : [say(text, { count: number(value) })]))
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
    const line = (said: string, style: Style, down: number) =>
      write(sheet, said, fitted(sheet, said, style, width), place(top + down, 1))
    const title = words.say(rankNames[post.rank ?? 'best'])
    line(title, { size: 9.5, weight: 'semibold', colour: accent.text }, 0)
    const day = `${networkNames[post.social_network]} · ${words.shortDay(post.published_at, timezone)}`
    line(day, small, 13)
    write(sheet, textOf(post, words), { size: 9 }, place(top + 27, 2))
    const figures = figuresOf(post, words)
    // On two lines, of which the first ends before a word.
    const style = fitted(sheet, figures, { size: 8, weight: 'semibold' }, width * 1.5)
    write(sheet, figures, style, place(top + 54, 2))
  }
  const picturePlace = { x: card.x + PAD, y: top, side: PICTURE }
  const drawn = () => drawPicture(sheet, picture ?? null, picturePlace)
  const { permalink } = post
  const link = () =>
    write(
      sheet,
      words.say('Open the post'),
      { ...small, colour: accent.text },
      { ...place(top + 79, 1), link: permalink },
    )
  return tagged(sheet, 'LI', [
    tagged(sheet, 'LBody', [
      ...(picture ? [tagged(sheet, 'Figure', drawn, { alt: words.say('Picture of the post') })] : []),
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
