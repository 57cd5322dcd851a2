import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { unsavedUntil, useListUnsavedPosts } from '#web/features/posts/unsaved-posts-api.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import classes from './unscheduled.module.css'

/** One's own posts that were never saved as a draft, below the unscheduled ones: the newest few, and the way to all. */
export function UnsavedPosts() {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const { data } = useListUnsavedPosts(projectId)
  if (!data || data.posts.length === 0) return null
  return (
    <section className={classes.unsaved} aria-label="Not saved">
      <h3 className={classes.subtitle}>Not saved ({data.total})</h3>
      <ul className={classes.list} aria-label="Posts that are not saved">
        {data.posts.map(({ id, message, updated_at, post_socials }) => (
          <li key={id} className={classes.card}>
            <div className={classes.facts}>
              {post_socials.map(social => (
                <NetworkBadge key={social.id} network={social.social_network} size={16} />
              ))}
              <Text span size="xs" c="dimmed">
                {unsavedUntil(updated_at, timezone)}
              </Text>
            </div>
            <Link
              to="/$projectId/manage-post/$social"
              params={{ projectId, social: post_socials[0]?.social_network ?? 'facebook' }}
              search={{ postId: id }}
              className={classes.text}
            >
              {/* Fixed wording (docs/product/posts.md "Texts"). */}
              {message || 'Empty message'}
            </Link>
          </li>
        ))}
      </ul>
      {data.total > data.posts.length && (
        <Link to="/$projectId/content" params={{ projectId }} search={{ span: 'unsaved' }}>
          See all {data.total}
        </Link>
      )}
    </section>
  )
}
