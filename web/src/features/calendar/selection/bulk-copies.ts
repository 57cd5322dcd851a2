import type { BulkCopies } from './bulk-bar.tsx'

/** As many as one call takes. */
const AT_ONCE_MAX = 50

type Actions<T> = {
  readonly duplicate: (posts: readonly T[]) => void
  readonly clone: (post: T) => void
}

/** Any post can be copied, whatever its status; cloning is for one at a time (docs/product/calendar.md "Bulk actions"). */
export const bulkCopies = <T>(
  selected: readonly T[],
  block: string | null,
  { duplicate, clone }: Actions<T>,
): BulkCopies => {
  const [only, ...others] = selected
  const isOne = only !== undefined && others.length === 0
  return {
    duplicate: {
      count: block === null && selected.length <= AT_ONCE_MAX ? selected.length : 0,
      blockedBy: block ?? `At most ${AT_ONCE_MAX} posts can be duplicated at once.`,
      run: () => duplicate(selected),
    },
    clone: {
      count: block === null && isOne ? 1 : 0,
      blockedBy: block ?? 'Select exactly one post to clone it.',
      run: () => only && clone(only),
    },
  }
}
