import { useEffect } from 'react'
import { parseJson } from '#domain/kernel/json.ts'
import { draftPrefix } from '#web/platform/session.ts'

const keyOf = (projectId: number): string => `${draftPrefix}way-back-${projectId}`

const pages = { calendar: '/$projectId/calendar', content: '/$projectId/content' } as const
type Page = keyof typeof pages

/** The list of posts that was open last in this tab, with all that was chosen there; at first the calendar. */
type Way = { readonly page: Page; readonly search: Readonly<Record<string, string>> }

const isWay = (value: unknown): value is Way =>
  typeof value === 'object' && value !== null && 'page' in value && String(value.page) in pages

/**
 * Keeps a list of posts in mind, so that Back from one of them leads to where it was opened: to the month that was left, or to the
 * filtered list. In the tab's own storage until the person signs out: connecting an account and a reload load the page anew.
 */
export const useWayBack = (
  projectId: number,
  page: Page,
  search: Readonly<Record<string, unknown>>,
): void => {
  const way = JSON.stringify({ page, search })
  useEffect(() => {
    try {
      sessionStorage.setItem(keyOf(projectId), way)
    } catch (error) {
      // If the browser cannot store it (private mode, full), Back leads to today's month.
      if (!(error instanceof DOMException)) throw error
    }
  }, [projectId, way])
}

/** Where Back leads from a post: a link's `to`, `params` and `search`. */
export const wayBackOf = (projectId: number) => {
  const stored = parseJson(sessionStorage.getItem(keyOf(projectId)) ?? '')
  const { page, search }: Way = isWay(stored) ? stored : { page: 'calendar', search: {} }
  return { to: pages[page], params: { projectId }, search } as const
}
