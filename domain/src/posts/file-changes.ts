export type FileChange = 'same' | 'moved' | 'added' | 'removed'

/**
 * What happened to each file between two orders of files, named by keys: those after the change in their order, then the removed ones.
 * Moved are as few as possible: the others are still in the order in which they were.
 */
export const fileChanges = (
  before: readonly string[],
  after: readonly string[],
): { readonly key: string; readonly change: FileChange }[] => {
  const stayed = longestCommon(before, after)
  const left = [...before]
  const take = (key: string): boolean => {
    const place = left.indexOf(key)
    if (place >= 0) left.splice(place, 1)
    return place >= 0
  }
  const rows = after.map(key => {
    if (stayed[0] === key) {
      stayed.shift()
      take(key)
      return { key, change: 'same' as const }
    }
    return { key, change: null }
  })
  return [
    ...rows.map(({ key, change }) => ({
      key,
      change: change ?? (take(key) ? ('moved' as const) : ('added' as const)),
    })),
    ...left.map(key => ({ key, change: 'removed' as const })),
  ]
}

/** A longest sequence of keys that both have in this order. */
const longestCommon = (one: readonly string[], other: readonly string[]): string[] => {
  // Row by row: the longest of the first keys of `one` and each number of first keys of `other`.
  let lengths: string[][] = Array.from({ length: other.length + 1 }, () => [])
  for (const key of one) {
    const row: string[][] = [[]]
    for (const [index, against] of other.entries()) {
      const [diagonal = [], above = [], left = []] = [lengths[index], lengths[index + 1], row[index]]
      row.push(key === against ? [...diagonal, key] : above.length >= left.length ? above : left)
    }
    lengths = row
  }
  return lengths.at(-1) ?? []
}
