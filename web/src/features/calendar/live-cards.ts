import type { QueryClient } from '@tanstack/react-query'
import type { LiveCards } from '#web/platform/changed-posts.ts'
import { queryKeys } from '#web/platform/query.ts'

const loadReader = () => import('./card-reader.ts')

/**
 * Keeps the cached months of a project up to date. What that takes is loaded with the first change, and not where no month is cached. If it cannot be loaded, as without a
 * connection, the months are read again as a whole, and the next change tries anew.
 */
export const createLiveCards = (
  client: QueryClient,
  projectId: number,
  loading: typeof loadReader = loadReader,
): LiveCards => {
  let reader: Promise<LiveCards | null> | null = null
  const load = () => {
    reader ??= loading().then(
      ({ createCardReader }) => createCardReader(client, projectId),
      () => {
        reader = null
        return null
      },
    )
    return reader
  }
  const queryKey = queryKeys.calendar(projectId)
  const hasMonths = () => client.getQueryCache().findAll({ queryKey }).length > 0
  const change = async (update: (cards: LiveCards) => Promise<void>) => {
    if (!hasMonths()) return
    const cards = await load()
    if (cards) await update(cards)
    else await client.invalidateQueries({ queryKey })
  }
  return {
    update: postIds => change(cards => cards.update(postIds)),
    updateLabels: () => change(cards => cards.updateLabels()),
  }
}
