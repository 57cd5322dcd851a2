import type { Sheet } from '#server/platform/pdf/sheet.ts'
import type { PictureSource } from '#server/platform/pdf/thread-pictures.ts'

/** A picture in the document. Once it has been drawn its bytes are written, and drawing it again writes none. */
export type Picture = { readonly width: number; readonly height: number }
export type Box = Picture & { readonly x: number; readonly y: number }
/** Pictures by their addresses; null: it is gone or cannot be read. */
export type Gallery = (address: string) => Promise<Picture | null>

/** The types of PDFKit lack pictures that are opened before they are drawn. */
type WithPictures = { readonly openImage: (bytes: Uint8Array) => Picture }

/** Draws it in the middle of the box: whole, or as much as covers it. */
export const drawInto = (
  { doc }: Sheet,
  picture: Picture,
  { x, y, width, height }: Box,
  way: 'fit' | 'cover',
  radius = 0,
): void => {
  doc.save()
  doc.roundedRect(x, y, width, height, radius).clip()
  doc.image(picture as never, x, y, { [way]: [width, height], align: 'center', valign: 'center' })
  doc.restore()
}

/** Asks for each picture once, in whatever places it stands. */
export const makeGallery = ({ doc }: Sheet, read: PictureSource): Gallery => {
  const known = new Map<string, Promise<Picture | null>>()
  const open = async (address: string) => {
    const bytes = await read(address)
    return bytes && (doc as unknown as WithPictures).openImage(bytes)
  }
  return address => {
    const picture = known.get(address) ?? open(address)
    known.set(address, picture)
    return picture
  }
}

/** Each with what is fetched for it, which for the next one happens meanwhile, and for no other. */
export async function* oneAhead<Item, Fetched>(
  items: readonly Item[],
  read: (item: Item) => Promise<Fetched>,
): AsyncGenerator<readonly [Item, Fetched]> {
  const [first] = items
  let coming = first === undefined ? null : read(first)
  for (const [index, item] of items.entries()) {
    if (coming === null) return
    const fetched = await coming
    const next = items[index + 1]
    coming = next === undefined ? null : read(next)
    yield [item, fetched]
  }
}
