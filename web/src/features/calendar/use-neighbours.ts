import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isLeaving } from '#web/platform/live-access.ts'
import { getCalendarQuery } from './api.ts'
import { rangeOf, stepped, type ViewState } from './grid-state/view-state.ts'

/** After the shown range is drawn, and late enough not to compete with its pictures. */
const delayMs = 1500

type Connection = { readonly saveData?: boolean; readonly effectiveType?: string }

/** Not every browser says; one that does not counts as fast. */
const isSlow = (): boolean => {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || ['slow-2g', '2g', '3g'].includes(connection?.effectiveType ?? '')
}

/** Reads the next and the previous range ahead, so that a step shows them at once. */
export const useNeighbours = (
  projectId: number,
  { date, view }: Pick<ViewState, 'date' | 'view'>,
  isShown: boolean,
): void => {
  const client = useQueryClient()
  useEffect(() => {
    if (!isShown || isSlow()) return
    const timer = setTimeout(() => {
      // Somebody who has left the project may not read it any more.
      if (isLeaving(client, projectId)) return
      for (const by of [1, -1] as const)
        void client.prefetchQuery(
          getCalendarQuery(projectId, rangeOf({ date: stepped({ date, view }, by), view })),
        )
    }, delayMs)
    return () => clearTimeout(timer)
  }, [client, projectId, date, view, isShown])
}
