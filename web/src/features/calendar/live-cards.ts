import type { QueryClient } from '@tanstack/react-query'
import { MAX_CARDS } from '#domain/calendar/contract.ts'
import { ApiError } from '#web/platform/api-error.ts'
import type { LiveCards } from '#web/platform/live-updates.ts'
import { queryKeys } from '#web/platform/query.ts'

/**
 * Keeps the cached months of a project up to date, post by post: reads the cards of the posts that changed, in one call however many
 * they are, and puts them into each month, also into those that are not open. What cannot be brought up to date so is reloaded.
 */
export const createLiveCards = (client: QueryClient, projectId: number): LiveCards => {
  const waiting = new Set<number>()
  let isRunning = false
  let isStopped = false
  const queryKey = queryKeys.calendar(projectId)
  const hasMonths = () => client.getQueryCache().findAll({ queryKey }).length > 0
  const reload = () => void client.invalidateQueries({ queryKey })
  /** One call at a time: the answer to an earlier one must not replace a newer one. */
  const run = async () => {
    isRunning = true
    while (waiting.size > 0 && !isStopped) {
      const postIds = [...waiting]
      waiting.clear()
      try {
        if (postIds.length > MAX_CARDS) reload()
        else if (hasMonths()) await update(client, projectId, postIds)
      } catch (error) {
        // The server refused or could not be reached; the month itself shows what is wrong.
        if (!(error instanceof ApiError)) throw error
        reload()
      }
    }
    isRunning = false
  }
  return {
    update: postIds => {
      for (const id of postIds) waiting.add(id)
      if (!isRunning) void run()
    },
    stop: () => {
      isStopped = true
    },
  }
}

/** Loaded with the first change: without a calendar there is nothing to update. */
const update = async (client: QueryClient, projectId: number, postIds: readonly number[]): Promise<void> => {
  const { loadListCalendarCards, patchMonths } = await import('./patch-months.ts')
  patchMonths(client, projectId, postIds, await loadListCalendarCards(projectId, postIds))
}
