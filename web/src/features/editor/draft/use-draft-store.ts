import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Post } from '#domain/posts/model.ts'
import { getPostOfProjectQuery, useSavePostSocials } from '#web/features/posts/api.ts'
import { useMe } from '#web/platform/me.ts'
import { DraftStore } from './draft-store.ts'
import { localBackupOf } from './local-backup.ts'

/** The drafts of a post, for as long as its screen is mounted; `post` is what the server says now. */
export const useDraftStore = (post: Post): DraftStore => {
  const client = useQueryClient()
  const { id: userId } = useMe()
  const { mutateAsync: save } = useSavePostSocials(post.project_id, post.id)
  const [store] = useState(
    () =>
      new DraftStore(post, {
        save,
        load: () => client.fetchQuery({ ...getPostOfProjectQuery(post.project_id, post.id), staleTime: 0 }),
        backup: localBackupOf(userId),
        now: Date.now,
      }),
  )
  useEffect(() => store.receive(post), [store, post])
  useEffect(() => {
    const trySaving = () => void store.saveNow()
    window.addEventListener('online', trySaving)
    // Nobody hears the last key's timer in a page that is closed, or on a phone put away.
    window.addEventListener('pagehide', store.settle)
    document.addEventListener('visibilitychange', store.settle)
    return () => {
      window.removeEventListener('online', trySaving)
      window.removeEventListener('pagehide', store.settle)
      document.removeEventListener('visibilitychange', store.settle)
      store.stop()
    }
  }, [store])
  return store
}
