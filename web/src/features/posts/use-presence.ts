import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { reportPresence } from '#domain/posts/contract.ts'
import type { PostViewer } from '#domain/posts/model.ts'
import { expectApiError } from '#web/platform/api-error.ts'
import { type CallInput, call } from '#web/platform/client.ts'
import { presenceListeners } from '#web/platform/presence.ts'
import { readPresence } from './presence-message.ts'
import { giveSignsOfLife } from './signs-of-life.ts'

/** Says that a post is open here. A failure is not shown: the next sign of life follows in a moment. */
const useReportPresence = (projectId: number) =>
  useCallback(
    (body: CallInput<typeof reportPresence>['body']): void =>
      void call(reportPresence, { params: { projectId }, body }).catch(expectApiError),
    [projectId],
  )

const nobody: readonly PostViewer[] = []
// A page shows one post: who is here is said in its header and beside the fields.
let viewers = nobody
const readers = new Set<() => void>()
const setViewers = (next: readonly PostViewer[]) => {
  viewers = next
  for (const read of readers) read()
}

/** Who else has the post open that this page shows. */
export const useViewers = (): readonly PostViewer[] =>
  useSyncExternalStore(
    read => {
      readers.add(read)
      return () => void readers.delete(read)
    },
    () => viewers,
  )

/** Says that this post is open here, and listens to who else has it open (docs/product/live-updates.md "Who else is here"). */
export const usePresence = (projectId: number, postId: number, network: SocialNetwork): void => {
  const send = useReportPresence(projectId)
  const shown = useRef(network)
  useEffect(() => {
    shown.current = network
  }, [network])
  useEffect(() => {
    const signs = giveSignsOfLife(
      sign => send({ ...sign, post_id: postId }),
      () => shown.current,
    )
    const listen = (data: string) => {
      const message = readPresence(data)
      if (message === 'ask') return signs.report()
      if (message?.post_id === postId) setViewers(message.viewers)
    }
    presenceListeners.add(listen)
    signs.report()
    return () => {
      presenceListeners.delete(listen)
      signs.stop()
      setViewers(nobody)
    }
  }, [postId, send])
}
