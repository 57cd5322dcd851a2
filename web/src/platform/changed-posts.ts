import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryKeys } from './query.ts'

type Listener = (postIds: readonly number[]) => void

const listeners = new Map<number, Set<Listener>>()

/**
 * Tells screens with long lists which posts have changed, so that they read these and not every page again. Pages that are not on the
 * screen are read when they come back.
 */
export const announceChangedPosts = (
  client: QueryClient,
  projectId: number,
  postIds: readonly number[],
): void => {
  void client.invalidateQueries({ queryKey: queryKeys.approvalPages(projectId), refetchType: 'none' })
  for (const listener of listeners.get(projectId) ?? []) listener(postIds)
}

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
