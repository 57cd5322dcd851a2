import { useEffect } from 'react'
import type { CalendarSearch } from './view-state.ts'

const lastViews = new Map<number, CalendarSearch>()

/** Keeps the calendar's view in mind, so that Back leads to the month that a post was opened from, and not to the current one. */
export const useRememberedView = (projectId: number, search: CalendarSearch): void => {
  useEffect(() => {
    lastViews.set(projectId, search)
  }, [projectId, search])
}

/** The view that a project's calendar was left with; empty: today's month. */
export const lastViewOf = (projectId: number): CalendarSearch => lastViews.get(projectId) ?? {}
