import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import type { Post } from '#domain/posts/model.ts'
import { offerStop } from '#domain/posts/post-actions.ts'
import { useActor } from '#web/features/projects/api.ts'
import { useStopPost } from '#web/features/schedules/stop-api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'

/** Stops the post, for those who may publish, as long as it would go out by itself (docs/product/publishing.md "Stop"). */
export function StopButton({ post }: { readonly post: Post }) {
  const projectId = useProjectId()
  const actor = useActor(projectId)
  const stop = useStopPost(projectId)
  const offer = offerStop(post, { actor })
  if (!offer) return null
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      leftSection={<IconHandStop size={16} aria-hidden />}
      loading={stop.isPending}
      onClick={() => stop.mutate(post.id)}
    >
      {offer.label}
    </Button>
  )
}
