import { Text } from '@mantine/core'
import type { previewRepeat } from '#domain/campaigns/contract.ts'
import type { Output } from '#domain/kernel/endpoint.ts'
import { writtenText } from '#domain/kernel/text.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import classes from './repeated-posts.module.css'

type Post = Output<typeof previewRepeat>['posts'][number]

/** When a post goes out: now, and when it is repeated. */
const timesOf = ({ is_repeated, from, schedule }: Post): string => {
  const before = from ? formatLocal(from, formats.dayTime) : 'No time'
  if (!is_repeated) return `${before} · stays behind`
  const after = schedule ? formatLocal(schedule, formats.dayTime) : 'no time'
  return from ? `${before} → ${after}` : before
}

/** What becomes of each post of a campaign that is repeated, and what cannot come along. */
export function RepeatedPosts({ posts }: { readonly posts: readonly Post[] }) {
  if (posts.length === 0) return null
  return (
    <BoxedList aria-label="Posts" className={classes.posts} tabIndex={0}>
      {posts.map(post => (
        <li key={post.post_id} className={classes.post} data-behind={!post.is_repeated || undefined}>
          <span className={classes.head}>
            {post.social_networks.map(network => (
              <NetworkBadge key={network} network={network} size={16} />
            ))}
            <Text span size="sm" className={classes.text}>
              {/* Fixed wording (docs/product/posts.md "Texts"). */}
              {writtenText(post.message) || 'Empty message'}
            </Text>
          </span>
          <Text size="xs" c="dimmed">
            {timesOf(post)}
          </Text>
          {post.notices.map(notice => (
            <Text key={notice} size="xs" className={classes.notice}>
              {notice}
            </Text>
          ))}
        </li>
      ))}
    </BoxedList>
  )
}
