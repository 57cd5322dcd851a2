/** Characters of a name that are compared: longer ones differ in more than a slip. */
const COMPARED_MAX = 100

/** How many characters have to be added, left out, changed, or exchanged with their neighbour to make one of the other (optimal string alignment). */
const slipsBetween = (one: readonly string[], other: readonly string[]): number => {
  let before: number[] = []
  let last = other.map((_, at) => at).concat(other.length)
  for (const [row, letter] of one.entries()) {
    const next = [row + 1]
    for (const [at, wanted] of other.entries()) {
      const changed = (last[at] ?? 0) + (letter === wanted ? 0 : 1)
      const isExchanged = letter === other[at - 1] && wanted === one[row - 1]
      const exchanged = isExchanged ? (before[at - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(changed, exchanged, (last[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    before = last
    last = next
  }
  return last[other.length] ?? 0
}

const lettersOf = (name: string): string[] => [
  ...name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase(),
]

/** Of these names the one that was probably meant: the nearest with at most a slip for each five characters; null: none is near. */
export const nearestName = (written: string, names: readonly string[]): string | null => {
  const letters = lettersOf(written)
  if (letters.length > COMPARED_MAX) return null
  const near = names.flatMap(name => {
    const other = lettersOf(name)
    const allowed = Math.floor(Math.min(letters.length, other.length) / 5)
    if (Math.abs(letters.length - other.length) > allowed || other.length > COMPARED_MAX) return []
    const slips = slipsBetween(letters, other)
    return slips <= allowed ? [{ name, slips }] : []
  })
  return near.toSorted((a, b) => a.slips - b.slips)[0]?.name ?? null
}

/** What a notice adds about the name that was probably meant; empty: none is near. */
export const meantText = (written: string, named: readonly { readonly name: string }[]): string => {
  const near = nearestName(
    written,
    named.map(({ name }) => name),
  )
  return near === null ? '' : ` Did you mean "${near}"? Choose it above.`
}
