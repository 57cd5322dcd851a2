import { instantIn } from '#domain/kernel/languages/dates.ts'
import { isEmptyText } from '#domain/kernel/text.ts'
import { isStory } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { takesMessage } from '#domain/networks/network.ts'
import { publicTexts, textIsBelow } from '#domain/networks/public-text.ts'
import { linkOfCard, networkCard, shownCards, siteOf } from '#domain/posts/link-cards.ts'
import type { ProofAttachment, ProofPost, ProofVersion } from '#domain/proofs/model.ts'
import { type ProofStanding, standingWords } from '#domain/proofs/standing.ts'
import { accountOf } from '#domain/social-accounts/shown-account.ts'
import {
  beginSection,
  colours,
  type Sheet,
  type Style,
  type Tag,
  tagged,
  write,
} from '#server/platform/pdf/sheet.ts'
import { type Block, type Columns, makeColumns, paragraphs, place, space } from './columns.ts'
import type { Drawing } from './drawing.ts'
import { type Box, drawInto, oneAhead, type Picture } from './gallery.ts'
import { writeWhole } from './whole-text.ts'

/** What one preview shows at most; a number says how many more there are. */
const PICTURES_MAX = 10
const PICTURE_HEIGHT = 300
const SMALLS_IN_ROW = 4
const PAD = 10

const textStyle: Style = { size: 9, lineGap: 1.5 }
const smallStyle: Style = { size: 7.5, colour: colours.muted }

/** The path of what shows a file; of a video its cover. Null: nothing does. */
export const pathOf = ({ thumbnail_object_data: cover, object_data: file }: ProofAttachment): string | null =>
  (cover?.previews ?? file?.previews)?.medium ?? null

export const standingColour = ({ accent }: Sheet, standing: ProofStanding): string =>
  ({ published: colours.rise, planned: accent.text, waiting: '#8a5300', in_preparation: colours.muted })[
    standing
  ]

/** Every post as its public will see it on each of its networks, in two columns. */
export const writePosts = async (drawing: Drawing): Promise<void> => {
  const { sheet, proof, words } = drawing
  const section = beginSection(sheet, words.say('Posts'), 200)
  const columns = makeColumns(sheet)
  const versions = proof.posts.flatMap(post =>
    post.versions.map((version, index) => ({ post, version, isFirst: index === 0 })),
  )
  const picturesOf = ({ version }: Shown) => readPictures(drawing, version)
  for await (const [shown, pictures] of oneAhead(versions, picturesOf)) {
    const part = sheet.doc.struct('Sect')
    section.add(part)
    place(columns, blocksOf({ ...drawing, columns, pictures, part }, shown))
    part.end()
    sheet.doc.y += 14
  }
  section.end()
}

type Shown = { readonly post: ProofPost; readonly version: ProofVersion; readonly isFirst: boolean }

type Card = Drawing & {
  readonly columns: Columns
  readonly pictures: ReadonlyMap<string, Picture>
  /** What it all belongs to. */
  readonly part: Tag
}

/** The pictures that the preview has, by their paths. */
const readPictures = async ({ gallery }: Drawing, { attachments }: ProofVersion) => {
  const found = new Map<string, Picture>()
  for (const path of attachments.slice(0, PICTURES_MAX).map(pathOf)) {
    const picture = path === null ? null : await gallery(path)
    if (path !== null && picture) found.set(path, picture)
  }
  return found
}

const blocksOf = (card: Card, { post, version, isFirst }: Shown): Block[] => {
  const { proof, language, words, columns, part } = card
  const { width } = columns
  const at = post.scheduled_at
  const when =
    at === null
      ? words.say('Not scheduled yet')
      : instantIn(language, new Date(at), proof.timezone, 'weekdayTime')
  const heading = { parent: part, width, inset: 0, isFramed: false, type: 'H3' }
  return [
    ...(isFirst ? paragraphs(card.sheet, when, { size: 11, weight: 'semibold' }, heading) : []),
    networkLine(card, version),
    space(4, false),
    ...preview(card, post, version),
    ...permalinkOf(card, version),
    ...commentsOf(card, version),
  ]
}

/** The network, and how far the version is. */
const networkLine = ({ sheet, columns, part, words }: Card, version: ProofVersion): Block => {
  const name = networkNames[version.social_network]
  const style: Style = { size: 9.5, weight: 'semibold' }
  const colour = standingColour(sheet, version.standing)
  const half = columns.width / 2
  return {
    height: 14,
    isFramed: false,
    draw: (x, y) => {
      part.add(tagged(sheet, 'H4', () => write(sheet, name, style, { x, y, width: half, lines: 1 })))
      const standing = words.say(standingWords[version.standing])
      const right = { x: x + half, y: y + 1, width: half, lines: 1, align: 'right' } as const
      part.add(
        tagged(sheet, 'P', () => write(sheet, standing, { size: 8, weight: 'semibold', colour }, right)),
      )
    },
  }
}

/** What the network shows, in its order. */
const preview = (card: Card, post: ProofPost, version: ProofVersion): Block[] => {
  const { sheet, columns, part, words } = card
  const { social_network: network, type, message, mentions, attachments } = version
  const own = attachments.find(({ description }) => description === 'link')?.extra_fields.link
  const link = linkOfCard(type, own, message)
  const texts = publicTexts(network, { message, firstComment: version.first_comment, mentions, link })
  const given = { parent: part, width: columns.width - 2 * PAD, inset: PAD, isFramed: true }
  const hasText = takesMessage(network, type) && !isStory(type)
  const said =
    hasText && !isEmptyText(texts.message)
      ? [...paragraphs(sheet, texts.message, textStyle, given), space(6, true)]
      : []
  const media = mediaOf(card, version)
  const comment =
    hasText && !isEmptyText(texts.firstComment)
      ? [
          ...paragraphs(sheet, words.say('First comment'), { ...smallStyle, weight: 'semibold' }, given),
          ...paragraphs(sheet, texts.firstComment, { ...textStyle, size: 8.5 }, given),
          space(6, true),
        ]
      : []
  const body = textIsBelow[network] ? [...media, ...said] : [...said, ...media]
  return [accountLine(card, post, version), ...body, ...cardsOf(card, version), ...comment]
}

/** The account with its name, and the day. */
const accountLine = (card: Card, post: ProofPost, version: ProofVersion): Block => {
  const { sheet, proof, language, columns, part } = card
  const { doc } = sheet
  const { name, handle } = accountOf(proof.accounts, version.social_network)
  const at = version.published_at ?? post.scheduled_at
  const day = at === null ? '' : instantIn(language, new Date(at), proof.timezone, 'dayTime')
  const facts = [handle && handle !== name ? `@${handle}` : '', day].filter(Boolean).join(' · ')
  return {
    height: 40,
    isFramed: true,
    draw: (x, y) => {
      const inner = columns.width - 2 * PAD - 30
      const line = (text: string, style: Style, top: number) =>
        part.add(
          tagged(sheet, 'P', () =>
            writeWhole(sheet, text, style, { x: x + PAD + 30, y: top, width: inner, lines: 1 }),
          ),
        )
      drawInitial(sheet, name, x + PAD + 11, y + 20)
      line(name, { size: 9.5, weight: 'semibold' }, facts ? y + 9 : y + 14)
      if (facts) line(facts, smallStyle, y + 22)
      doc.y = y + 40
    },
  }
}

/** In place of the account's picture, which the network has and a proof does not. */
const drawInitial = (sheet: Sheet, name: string, x: number, y: number): void => {
  const { doc } = sheet
  const [initial = ''] = sheet.clean(name).toUpperCase()
  doc.markContent('Artifact', { type: 'Layout' })
  doc.circle(x, y, 11).fill(sheet.accent.text)
  const style: Style = { size: 10, weight: 'semibold', colour: colours.paper }
  write(sheet, initial, style, { x: x - 11, y: y - 6, width: 22, align: 'center' })
  doc.endMarkedContent()
}

type ShownFile = {
  readonly attachment: ProofAttachment
  readonly picture: Picture | null
  readonly alt: string
}

const filesOf = ({ pictures, words }: Card, { attachments, type }: ProofVersion): readonly ShownFile[] => {
  const media = attachments.filter(({ description, object_data }) => description === 'media' && object_data)
  const shown = isStory(type) ? media.slice(0, 1) : media
  return shown.map((attachment, index) => {
    const isVideo = attachment.object_data?.content_type.startsWith('video/')
    const kind = isVideo
      ? words.say('Video')
      : words.say('Picture {place} of {count}', { place: index + 1, count: shown.length })
    const { alt_text } = attachment.extra_fields
    const path = pathOf(attachment)
    return {
      attachment,
      picture: path === null ? null : (pictures.get(path) ?? null),
      alt: alt_text ? `${kind}: ${alt_text}` : kind,
    }
  })
}

/** The first picture as large as the column, the others small below it. */
const mediaOf = (card: Card, version: ProofVersion): Block[] => {
  const { columns } = card
  const files = filesOf(card, version)
  const [first, ...others] = files
  if (!first) return []
  const { width } = columns
  const ratio = first.picture ? first.picture.width / first.picture.height : 16 / 9
  const large = figure(card, first, { width, height: Math.min(PICTURE_HEIGHT, width / ratio) })
  const shown = others.slice(0, PICTURES_MAX - 1)
  const rows = Array.from({ length: Math.ceil(shown.length / SMALLS_IN_ROW) }, (_, row) =>
    smalls(card, shown.slice(row * SMALLS_IN_ROW, (row + 1) * SMALLS_IN_ROW)),
  )
  const more = others.length - shown.length
  const given = { parent: card.part, width: width - 2 * PAD, inset: PAD, isFramed: true }
  const { title } = first.attachment.extra_fields
  return [
    large,
    ...rows,
    ...(more > 0 ? [space(5, true), ...paragraphs(card.sheet, `+${more}`, smallStyle, given)] : []),
    space(8, true),
    ...(title && others.length === 0
      ? [...paragraphs(card.sheet, title, { ...textStyle, weight: 'semibold' }, given), space(6, true)]
      : []),
  ]
}

const figure = (card: Card, file: ShownFile, size: Pick<Box, 'width' | 'height'>): Block => ({
  height: size.height,
  isFramed: true,
  draw: (x, y) => drawFile(card, file, { x, y, ...size }, 'fit'),
})

const smalls = (card: Card, files: readonly ShownFile[]): Block => {
  const gap = 3
  const side = (card.columns.width - (SMALLS_IN_ROW - 1) * gap) / SMALLS_IN_ROW
  return {
    height: side + gap,
    isFramed: true,
    draw: (x, y) => {
      for (const [index, file] of files.entries()) {
        const box = { x: x + index * (side + gap), y: y + gap, width: side, height: side }
        drawFile(card, file, box, 'cover')
      }
    },
  }
}

/** A picture with its text for those who cannot see it, or a quiet surface in its place; a video has its sign. */
const drawFile = ({ sheet, part }: Card, file: ShownFile, box: Box, way: 'fit' | 'cover'): void => {
  const { doc } = sheet
  const { x, y, width, height } = box
  const { picture, attachment, alt } = file
  const draw = () => {
    doc.rect(x, y, width, height).fill(colours.sunken)
    if (picture) drawInto(sheet, picture, box, way)
    if (attachment.object_data?.content_type.startsWith('video/')) drawPlay(sheet, box)
  }
  part.add(tagged(sheet, 'Figure', draw, { alt }))
}

const drawPlay = ({ doc }: Sheet, { x, y, width, height }: Box): void => {
  const radius = Math.min(18, width / 4)
  const [cx, cy] = [x + width / 2, y + height / 2]
  doc.circle(cx, cy, radius).fillOpacity(0.6).fill('#000000').fillOpacity(1)
  const side = radius * 0.5
  doc.polygon([cx - side * 0.7, cy - side], [cx - side * 0.7, cy + side], [cx + side, cy]).fill(colours.paper)
}

/** The cards of links as the network makes them, of what was written for them or of the linked page. */
const cardsOf = (card: Card, version: ProofVersion): Block[] => {
  const { sheet, columns, part, pictures } = card
  const { social_network: network, type, message, attachments, linked_page } = version
  const attached = attachments.map(attachment => ({
    key: String(attachment.id),
    description: attachment.description,
    fields: attachment.extra_fields,
    picture: pathOf(attachment),
  }))
  return shownCards(network, type, message, attached).flatMap(own => {
    const page = linked_page !== null && linked_page.url === own.link ? linked_page.page : undefined
    const shown = networkCard(network, type, own, page)
    if (!shown) return []
    const given = { parent: part, width: columns.width - 2 * PAD, inset: PAD, isFramed: true }
    const picture = shown.picture === null ? undefined : pictures.get(shown.picture)
    const name = shown.name || siteOf(own.link)
    return [
      ...(picture ? [cardPicture(card, picture, name)] : []),
      space(4, true),
      ...paragraphs(sheet, siteOf(own.link), smallStyle, given),
      ...paragraphs(sheet, name, { ...textStyle, weight: 'semibold' }, given),
      ...(shown.description === '' ? [] : paragraphs(sheet, shown.description, smallStyle, given)),
      space(8, true),
    ]
  })
}

const cardPicture = ({ sheet, columns, part }: Card, picture: Picture, alt: string): Block => {
  const { width } = columns
  const height = width / 1.91
  return {
    height,
    isFramed: true,
    draw: (x, y) => {
      const draw = () => drawInto(sheet, picture, { x, y, width, height }, 'cover')
      part.add(tagged(sheet, 'Figure', draw, { alt }))
    },
  }
}

const permalinkOf = ({ sheet, columns, part, words }: Card, version: ProofVersion): Block[] => {
  const { permalink, standing, social_network } = version
  if (permalink === null || standing !== 'published') return []
  const text = words.say('See it on {network}', { network: networkNames[social_network] })
  const style: Style = { size: 8, colour: sheet.accent.text }
  return [
    space(4, false),
    {
      height: 12,
      isFramed: false,
      draw: (x, y) => {
        const draw = () =>
          write(sheet, text, style, { x, y, width: columns.width, lines: 1, link: permalink })
        part.add(tagged(sheet, 'P', [tagged(sheet, 'Link', draw)]))
      },
    },
  ]
}

const commentsOf = (card: Card, { comments }: ProofVersion): Block[] => {
  const { sheet, proof, language, words, columns, part } = card
  if (comments.length === 0) return []
  const given = { parent: part, width: columns.width - PAD, inset: PAD, isFramed: false }
  const lines = comments.flatMap(({ at, by, message }) => [
    ...paragraphs(
      sheet,
      `${by ?? proof.agency_name} · ${instantIn(language, new Date(at), proof.timezone, 'dayTime')}`,
      smallStyle,
      given,
    ),
    ...paragraphs(sheet, message, { ...textStyle, size: 8.5 }, given),
    space(4, false),
  ])
  const title = paragraphs(
    sheet,
    words.say('Comments'),
    { size: 8.5, weight: 'semibold' },
    { ...given, type: 'H5' },
  )
  return [space(6, false), ...title, ...lines]
}
