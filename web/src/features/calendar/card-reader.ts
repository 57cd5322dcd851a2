import type { QueryClient } from '@tanstack/react-query'
import { CARDS_MAX } from '#domain/calendar/contract.ts'
import { ApiError } from '#web/platform/api-error.ts'
import type { LiveCards } from '#web/platform/changed-posts.ts'
import { queryKeys } from '#web/platform/query.ts'
import { loadListCalendarCards, loadListDayLabels, patchLabels, patchMonths } from './patch-months.ts'

/**
 * Keeps the cached months of a project up to date, post by post: reads the cards of the posts that changed, in one call however many
 * they are, and puts them into each month, also into those that are not open. What cannot be brought up to date so is reloaded.
 */
export const createCardReader = (client: QueryClient, projectId: number): LiveCards => {
  const waiting = new Set<number>()
  let running: Promise<void> | null = null
  const queryKey = queryKeys.calendar(projectId)
  const reload = () => void client.invalidateQueries({ queryKey })
  const orReload = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      // The server refused or could not be reached; the month itself shows what is wrong.
      if (!(error instanceof ApiError)) throw error
      reload()
    }
  }
  /** One call at a time: the answer to an earlier one must not replace a newer one. */
  const run = async () => {
    try {
      while (waiting.size > 0) {
        const postIds = [...waiting]
        waiting.clear()
        if (postIds.length > CARDS_MAX) reload()
        else await orReload(() => update(client, projectId, postIds))
      }
    } finally {
      // Whatever went wrong, the next change is read again.
      running = null
    }
  }
  return {
    update: postIds => {
      for (const id of postIds) waiting.add(id)
      running ??= run()
      return running
    },
    updateLabels: () => orReload(() => updateLabels(client, projectId)),
  }
}

const update = async (client: QueryClient, projectId: number, postIds: readonly number[]): Promise<void> =>
  patchMonths(client, projectId, postIds, await loadListCalendarCards(projectId, postIds))

const updateLabels = async (client: QueryClient, projectId: number): Promise<void> =>
  patchLabels(client, projectId, await loadListDayLabels(projectId))
