import { colours, decorate, type Sheet, type Style, tagged, write } from './sheet.ts'
import { drawPicture } from './table.ts'

type Named = { readonly name: string; readonly logo: string | null | undefined }

type Head = {
  readonly agency: Named
  readonly client?: Named
  readonly title: string
  /** Below the title. */
  readonly lines: readonly (readonly [text: string, style: Style])[]
}

const AGENCY_LOGO = 24
const CLIENT_LOGO = 56

/** The top of a document: the agency with its colour and logo, the client's logo, the title and what it is about. */
export const writeHead = (sheet: Sheet, { agency, client, title, lines }: Head): void => {
  const { doc, accent, body, left, width } = sheet
  decorate(sheet, () => doc.rect(0, 0, doc.page.width, 8).fill(accent.surface))
  const { y } = doc
  const draw = (named: Named, x: number, side: number) => drawLogo(sheet, named, { x, y: y - 5, side })
  const indent = draw(agency, left, AGENCY_LOGO) ? AGENCY_LOGO + 10 : 0
  const hasClient = client !== undefined && draw(client, left + width - CLIENT_LOGO, CLIENT_LOGO)
  const inner = width - (hasClient ? CLIENT_LOGO + 16 : 0)
  const line = (type: string, text: string, style: Style, x = left) =>
    body.add(tagged(sheet, type, () => write(sheet, text, style, { x, y: doc.y, width: inner - x + left })))
  doc.y = y
  line('P', agency.name, { size: 11, colour: colours.muted }, left + indent)
  doc.y += 14
  line('H1', title, { size: 26, weight: 'semibold' })
  doc.y += 2
  for (const [text, style] of lines) line('P', text, style)
}

type Place = { readonly x: number; readonly y: number; readonly side: number }

/** Draws a logo, a `data:` address, with its text for those who cannot see it. @returns whether there is one */
const drawLogo = (sheet: Sheet, { name, logo }: Named, place: Place): boolean => {
  if (!logo) return false
  const picture = Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64')
  const draw = () => drawPicture(sheet, picture, place)
  const alt = sheet.say('Logo of {name}', { name: sheet.clean(name) })
  sheet.body.add(tagged(sheet, 'Figure', draw, { alt }))
  return true
}
