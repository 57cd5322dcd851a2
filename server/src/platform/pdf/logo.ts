import { type Sheet, tagged } from './sheet.ts'
import { drawPicture } from './table.ts'

type Place = { readonly name: string; readonly x: number; readonly y: number; readonly side: number }

/** Draws a logo, a `data:` address, with its text for those who cannot see it. @returns whether there is one */
export const drawLogo = (sheet: Sheet, address: string | null | undefined, place: Place): boolean => {
  if (!address) return false
  const picture = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
  const draw = () => drawPicture(sheet, picture, place)
  const alt = sheet.say('Logo of {name}', { name: sheet.clean(place.name) })
  sheet.body.add(tagged(sheet, 'Figure', draw, { alt }))
  return true
}
