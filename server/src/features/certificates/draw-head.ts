import type { Certificate } from '#domain/certificates/model.ts'
import type { ReportContent } from '#domain/reports/model.ts'
import { wordsIn } from '#domain/reports/words.ts'
import { colours, decorate, type Sheet, type Style, tagged, write } from '#server/platform/pdf/sheet.ts'
import { drawPicture } from '#server/platform/pdf/table.ts'

const AGENCY_LOGO = 24

type Headed = { readonly sheet: Sheet; readonly certificate: Certificate }

/** The agency with its colour and logo, the project and what it is about. */
export const drawHead = ({ sheet, certificate }: Headed, look: NonNullable<ReportContent['look']>): void => {
  const { doc, accent, left, width } = sheet
  const { agency_name, project_name, period } = certificate
  decorate(sheet, () => doc.rect(0, 0, doc.page.width, 8).fill(accent.surface))
  const { y } = doc
  const indent = drawLogo(sheet, look.agency_logo, { name: agency_name, y }) ? AGENCY_LOGO + 10 : 0
  const line = (type: string, text: string, style: Style, x = left) =>
    sheet.body.add(
      tagged(sheet, type, () => write(sheet, text, style, { x, y: doc.y, width: width - x + left })),
    )
  doc.y = y
  line('P', agency_name, { size: 11, colour: colours.muted }, left + indent)
  doc.y += 14
  line('H1', 'Approval certificate', { size: 26, weight: 'semibold' })
  doc.y += 2
  line('P', project_name, { size: 13 })
  if (period) line('P', wordsIn('en-GB').days(period.from, period.to), { size: 11, colour: colours.muted })
}

const drawLogo = (
  sheet: Sheet,
  address: string | null,
  { name, y }: { readonly name: string; readonly y: number },
): boolean => {
  if (address === null) return false
  const picture = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
  const place = { x: sheet.left, y: y - 5, side: AGENCY_LOGO }
  const draw = () => drawPicture(sheet, picture, place)
  sheet.body.add(tagged(sheet, 'Figure', draw, { alt: `Logo of ${sheet.clean(name)}` }))
  return true
}
