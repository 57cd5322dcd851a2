import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { LiveEvent } from '#domain/kernel/live-events.ts'
import { announceChangedLabels, announceChangedPosts, type LiveCards, provideCards } from './changed-posts.ts'
import { type LiveState, listenLive } from './live.ts'
import { isLeaving, useReloadAccess } from './live-access.ts'
import { queryKeys } from './query.ts'

type Key = readonly unknown[]

type Affecting = Pick<LiveEvent, 'project_id' | 'post_id'>

/**
 * What to reload after an event: the post and its history, and every list it may be in; for an event about no post also the
 * project.
 */
export const keysAffectedBy = (event: Affecting): Key[] => [
  queryKeys.calendar(event.project_id),
  ...keysBesideCalendar(event),
]

const keysBesideCalendar = ({ project_id: project, post_id: post }: Affecting): Key[] => {
  return [
    queryKeys.approvalLists(project),
    queryKeys.postLists(project),
    ...(post === null
      ? [
          ['posts', project],
          ['approvals', project],
          ['notes', project],
          queryKeys.socialAccounts(project),
          queryKeys.labels(project),
          queryKeys.campaigns(project),
          queryKeys.hashtagPools(project),
          queryKeys.mediaLibrary(project),
          queryKeys.project(project),
          // The people of the agency and its audit log.
          ['agencies'],
        ]
      : [
          queryKeys.post(project, post),
          queryKeys.notes(project, post),
          queryKeys.approvalHistory(project, post),
        ]),
  ]
}

/** Reloads whatever shows these posts after a change made here: lists whole, calendars card by card. Resolves when that is done. */
export const reloadPosts = (
  client: QueryClient,
  projectId: number,
  postIds: readonly number[],
): Promise<unknown> => {
  const keys = postIds.flatMap(id => keysBesideCalendar({ project_id: projectId, post_id: id }))
  const unique = new Map(keys.map(queryKey => [JSON.stringify(queryKey), queryKey]))
  return Promise.all([
    ...[...unique.values()].map(queryKey => client.invalidateQueries({ queryKey })),
    announceChangedPosts(client, projectId, postIds),
  ])
}

/**
 * Collects the events of a burst (a bulk change sends one for every post): each key is reloaded once, and the cards of all posts are
 * read together.
 */
export const createBatch = (client: QueryClient, ofProject: number) => {
  const waiting = new Map<string, Key>()
  const changed = new Map<number, Set<number>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    // A person who leaves the project hears of that as well, and may no longer read anything of it.
    if (!isLeaving(client, ofProject)) {
      for (const queryKey of waiting.values()) client.invalidateQueries({ queryKey })
      for (const [projectId, ids] of changed) void announceChangedPosts(client, projectId, [...ids])
    }
    waiting.clear()
    changed.clear()
    timer = undefined
  }
  return {
    add: (event: Affecting & Partial<Pick<LiveEvent, 'type'>>) => {
      const { project_id: project, post_id: post, type } = event
      if (type?.startsWith('day_label.')) {
        void client.invalidateQueries({ queryKey: queryKeys.bin(project) })
        return void announceChangedLabels(client, project)
      }
      const keys = post === null ? keysAffectedBy(event) : keysBesideCalendar(event)
      for (const key of keys) waiting.set(JSON.stringify(key), key)
      if (post !== null) changed.set(project, (changed.get(project) ?? new Set()).add(post))
      timer ??= setTimeout(flush, 120)
    },
    stop: () => clearTimeout(timer),
  }
}

/**
 * Keeps everything shown of a project up to date: what another person does appears within a second. Mounted once, by the
 * layout.
 * Returns the state of the connection for the indicator.
 * @param createCards the same function each time
 */
export const useLiveUpdates = (
  projectId: number,
  createCards: (client: QueryClient, projectId: number) => LiveCards,
): LiveState => {
  const client = useQueryClient()
  const [state, setState] = useState<LiveState>('connecting')
  const readAccess = useReloadAccess(projectId)
  useEffect(() => {
    const stop = new AbortController()
    const affected = createBatch(client, projectId)
    const withdrawCards = provideCards(projectId, createCards(client, projectId))
    let wasLive = false
    setState('connecting')
    void listenLive({
      projectId,
      signal: stop.signal,
      onState: next => {
        setState(next)
        // While disconnected, the person may have been added to a project or removed from this one.
        if (next === 'refused' || (next === 'live' && wasLive)) readAccess()
        wasLive ||= next === 'live'
      },
      onEvent: event => {
        // Nothing of it can be reloaded, and the person is redirected at once.
        if (event.type === 'project.deleted') client.setQueryData(queryKeys.deletedProject(projectId), true)
        else affected.add(event)
      },
      onAccess: readAccess,
      isLeaving: () => isLeaving(client, projectId),
      onGap: () => affected.add({ project_id: projectId, post_id: null }),
    })
    return () => {
      stop.abort()
      affected.stop()
      withdrawCards()
    }
  }, [client, projectId, createCards, readAccess])
  return state
}
