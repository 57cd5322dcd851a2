import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryKeys } from './query.ts'

type Listener = (postIds: readonly number[]) => void

const listeners = new Map<number, Set<Listener>>()

/** What shows posts as cards under the labels of their days, and reads only those that changed. */
export type LiveCards = {
  /** Resolves when they have been read. */
  readonly update: (postIds: readonly number[]) => Promise<void>
  readonly updateLabels: () => Promise<void>
}

const cardsOfProjects = new Map<number, LiveCards>()

/** Has the cards of a project updated by these. @returns how to withdraw them */
export const provideCards = (projectId: number, cards: LiveCards): (() => void) => {
  cardsOfProjects.set(projectId, cards)
  return () => void cardsOfProjects.delete(projectId)
}

/** Without anything that reads single cards, calendars read their months again. */
const updateCalendar = async (
  client: QueryClient,
  projectId: number,
  update: (cards: LiveCards) => Promise<void>,
): Promise<void> => {
  const cards = cardsOfProjects.get(projectId)
  if (cards) await update(cards)
  else await client.invalidateQueries({ queryKey: queryKeys.calendar(projectId) })
}

/**
 * Tells calendars and screens with long lists which posts have changed, so that they read these and not every month and page again. Pages
 * that are not on the screen are read when they come back. Resolves when the calendars show the change.
 */
export const announceChangedPosts = (
  client: QueryClient,
  projectId: number,
  postIds: readonly number[],
): Promise<void> => {
  void client.invalidateQueries({ queryKey: queryKeys.approvalPages(projectId), refetchType: 'none' })
  for (const listener of listeners.get(projectId) ?? []) listener(postIds)
  return updateCalendar(client, projectId, cards => cards.update(postIds))
}

/** Brings the list of labels and the calendars' days up to date after a change of a label. */
export const announceChangedLabels = (client: QueryClient, projectId: number): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.labels(projectId) }),
    updateCalendar(client, projectId, cards => cards.updateLabels()),
  ])

/** Calls `onChanged` with the posts of the project that have changed, here or elsewhere, while the component is mounted. */
export const useChangedPosts = (projectId: number, onChanged: Listener): void => {
  const latest = useRef(onChanged)
  useEffect(() => {
    latest.current = onChanged
  })
  useEffect(() => {
    const own = listeners.get(projectId) ?? new Set<Listener>()
    listeners.set(projectId, own)
    const listener: Listener = ids => latest.current(ids)
    own.add(listener)
    return () => {
      own.delete(listener)
      if (own.size === 0) listeners.delete(projectId)
    }
  }, [projectId])
}
