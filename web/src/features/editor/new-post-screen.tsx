import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { defaultPostType, type PostType, type SocialNetwork } from '#domain/networks/model.ts'
import { useCreatePost } from '#web/features/posts/api.ts'
import { expectApiError, messageOf } from '#web/platform/api-error.ts'
import { useMe } from '#web/platform/me.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { Failed } from '#web/ui/states.tsx'
import { ManagePostLoading } from './manage-post-loading.tsx'

type Props = {
  readonly networks: readonly SocialNetwork[]
  readonly type: PostType | undefined
  /** The day of the post: `yyyy-MM-dd`, or with `THH:mm`. */
  readonly date: string | undefined
  /** Puts the new post into the address, so that a reload opens it instead of creating another. */
  readonly onCreated: (postId: number) => void
}

/** Loaded while the post is created. If a newer build has replaced the file, the post opens without a time. */
const loadScheduling = () => import('./actions/schedule-new-post.ts').catch(() => null)

/** A new post is a temporary draft from the start, so that what is typed can be saved, and has the time of its day (decision 46). */
export function NewPostScreen({ networks, type = defaultPostType, date, onCreated }: Props) {
  const projectId = useProjectId()
  const client = useQueryClient()
  const timezone = useTimezone()
  const { lead_time_minutes: leadMinutes } = useMe()
  const { mutateAsync, error, reset } = useCreatePost(projectId)
  const hasBegun = useRef(false)
  const create = useEffectEvent(async () => {
    try {
      const loading = date === undefined ? null : loadScheduling()
      const { post_id: id } = await mutateAsync({ social_networks: [...networks], type, is_temporary: true })
      const scheduling = await loading
      if (scheduling && date !== undefined) {
        const post = { id, projectId, timezone, leadMinutes, networks, type, date }
        await scheduling.scheduleNewPost(client, post)
      }
      onCreated(id)
    } catch (failure) {
      // Shown below, with Retry.
      expectApiError(failure)
    }
  })
  useEffect(() => {
    // React runs effects twice in development; the post must be created once.
    if (hasBegun.current) return
    hasBegun.current = true
    void create()
  }, [])
  const retry = () => {
    reset()
    void create()
  }
  if (error) return <Failed message={messageOf(error)} onRetry={retry} />
  return <ManagePostLoading />
}
