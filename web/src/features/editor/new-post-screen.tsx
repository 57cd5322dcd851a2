import { useEffect, useEffectEvent, useRef } from 'react'
import { defaultPostType, type PostType, type SocialNetwork } from '#domain/networks/model.ts'
import { useCreatePost } from '#web/features/posts/api.ts'
import { expectApiError, messageOf } from '#web/platform/api-error.ts'
import { Failed } from '#web/ui/states.tsx'
import { ManagePostLoading } from './manage-post-loading.tsx'

type Props = {
  readonly projectId: number
  readonly networks: readonly SocialNetwork[]
  readonly type: PostType | undefined
  /** Puts the new post into the address, so that a reload opens it instead of creating another. */
  readonly onCreated: (postId: number) => void
}

/** A new post is a temporary draft from the start, so that what is typed can be saved. */
export function NewPostScreen({ projectId, networks, type = defaultPostType, onCreated }: Props) {
  const { mutateAsync, error, reset } = useCreatePost(projectId)
  const hasBegun = useRef(false)
  const create = useEffectEvent(async () => {
    try {
      const { post_id } = await mutateAsync({ social_networks: [...networks], type, is_temporary: true })
      onCreated(post_id)
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
