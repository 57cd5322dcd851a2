import { Button, Group, Text } from '@mantine/core'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useDeletePosts, useRestorePosts } from './api.ts'
import classes from './unsaved-post-offer.module.css'
import { unsavedUntil, useListUnsavedPosts } from './unsaved-posts-api.ts'

type Props = { readonly onContinue: () => void }

/** Offers the newest post that the person began and never saved as a draft, and leads to the others. */
export function UnsavedPostOffer({ onContinue }: Props) {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const { data } = useListUnsavedPosts(projectId)
  const { mutate: remove, isPending } = useDeletePosts(projectId)
  const { mutate: restore } = useRestorePosts(projectId)
  const post = data?.posts[0]
  const count = data?.total ?? 0
  if (!post) return null
  const discard = () =>
    remove([post.id], { onSuccess: () => toast.undoable('Post deleted', () => restore([post.id])) })
  return (
    <section className={classes.offer} aria-label="Not saved yet">
      <Text size="sm" fw={600}>
        {count === 1 ? 'You have a post that is not saved' : `You have ${count} posts that are not saved`}
      </Text>
      <Text size="sm" lineClamp={2}>
        {/* Fixed wording (docs/product/posts.md "Texts"). */}
        {post.message.trim().slice(0, 200) || 'Empty message'}
      </Text>
      <Text size="xs" c="dimmed">
        {unsavedUntil(post.updated_at, timezone)}
      </Text>
      <Group gap="xs">
        <LinkButton
          size="xs"
          to="/$projectId/manage-post/$social"
          params={{ projectId, social: post.post_socials[0]?.social_network ?? 'facebook' }}
          search={{ postId: post.id }}
          onClick={onContinue}
        >
          Continue writing
        </LinkButton>
        <Button size="xs" variant="default" loading={isPending} onClick={discard}>
          Discard
        </Button>
        {count > 1 && (
          <LinkButton
            size="xs"
            variant="subtle"
            to="/$projectId/content"
            params={{ projectId }}
            search={{ span: 'unsaved' }}
            onClick={onContinue}
          >
            See all {count}
          </LinkButton>
        )}
      </Group>
    </section>
  )
}
