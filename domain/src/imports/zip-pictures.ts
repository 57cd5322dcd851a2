/** A file of the zip that the Pictures column can name. `name`: with its folders. */
export type ZipPicture = { readonly name: string; readonly bytes: number }

/** Finds a file of the zip by what a cell says. */
export type FindPicture = (requested: string) => ZipPicture | null

// Programs write accents in two ways, and people do not look at capitals.
const keyOf = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/^\.?\//, '')

const baseOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1)

/** By the whole path, or by the file's name where only one has it. (docs/product/imports.md "Pictures in a zip file") */
export const pictureFinder = (pictures: readonly ZipPicture[]): FindPicture => {
  const byPath = new Map(pictures.map(picture => [keyOf(picture.name), picture]))
  const byName = Map.groupBy(pictures, ({ name }) => keyOf(baseOf(name)))
  return requested => {
    const named = byName.get(keyOf(requested))
    return byPath.get(keyOf(requested)) ?? (named?.length === 1 ? (named[0] ?? null) : null)
  }
}
