import { Anchor, Group, SegmentedControl, Text, Title } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { TopPost } from '#domain/analytics/contract.ts'
import type { DayRange } from '#domain/kernel/days.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import { networkNames } from '#domain/networks/names.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { RowsLoading } from '#web/ui/rows-loading.tsx'
import { Empty, Failed } from '#web/ui/states.tsx'
import classes from './analytics.module.css'
import { type Account, useRankedPosts } from './api.ts'
import { writeFigure, writeShort } from './numbers.ts'

type Rank = 'reach' | 'engagement'
type Props = {
  readonly account: Account
  readonly range: DayRange
  readonly rank: Rank
  readonly onRank: (rank: Rank) => void
}

const ranks = [
  { value: 'reach', label: 'Reach' },
  { value: 'engagement', label: 'Engagement' },
]

/** The best posts of the range. */
export function TopPosts({ account, range, rank, onRank }: Props) {
  return (
    <section aria-label="Top posts" className={classes.top}>
      <Group justify="space-between" mb={4}>
        <Title order={2} size="h5">
          Top posts
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Rank posts by"
          value={rank}
          data={ranks}
          onChange={chosen => onRank(chosen === 'engagement' ? 'engagement' : 'reach')}
        />
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        Posts published with Galley. Posts made elsewhere count in the charts but are not listed here.
      </Text>
      <RankedPosts account={account} range={range} rank={rank} />
    </section>
  )
}

function RankedPosts({ account, range, rank }: Omit<Props, 'onRank'>) {
  const found = useRankedPosts(account, rank, range)
  if (found.error && !found.data)
    return <Failed message={messageOf(found.error)} onRetry={() => void found.refetch()} />
  if (!found.data) return <RowsLoading height={72} />
  // Fixed wording (docs/product/analytics.md "Best posts").
  if (found.data.posts.length === 0)
    return <Empty icon={<IconChartBar size={22} />} title="No post found" text="Choose a different range." />
  return (
    <BoxedList aria-label="Top posts">
      {found.data.posts.map(post => (
        <PostLine key={post.post_social_id} post={post} account={account} />
      ))}
    </BoxedList>
  )
}

const figureNames = {
  reach: 'Reach',
  engagement: 'Engagement',
  likes: 'Likes',
  comments: 'Comments',
  shares: 'Shares',
  clicks: 'Clicks',
} as const

type LineProps = Pick<Props, 'account'> & { readonly post: TopPost }

function PostLine({ post, account }: LineProps) {
  const timezone = useTimezone()
  const { projectId, social } = account
  const { message, attachments } = post.postSocial
  const text = message === '' ? 'Empty message' : message
  const preview = attachments[0]?.object_data.previews.small
  return (
    <li className={classes.post}>
      {preview !== undefined && (
        <span className={classes.sign}>
          <img src={preview} alt="" loading="lazy" className={classes.picture} />
        </span>
      )}
      <div className={classes.said}>
        <Anchor
          renderRoot={props => (
            <Link
              {...props}
              to="/$projectId/manage-post/$social"
              params={{ projectId, social }}
              search={{ postId: post.post_id }}
            />
          )}
          lineClamp={1}
          fw={500}
        >
          {text}
        </Anchor>
        <Text size="sm" c="dimmed">
          {formatInstant(new Date(post.published_at), timezone, formats.dayTime)}
          {post.permalink !== null && (
            <>
              {' · '}
              <Anchor
                href={post.permalink}
                target="_blank"
                rel="noopener noreferrer"
                size="sm"
                underline="always"
                aria-label={`${text.slice(0, 60)} on ${networkNames[social]}`}
              >
                On {networkNames[social]}
              </Anchor>
            </>
          )}
        </Text>
      </div>
      <dl className={classes.figures}>
        {(Object.keys(figureNames) as (keyof typeof figureNames)[]).map(name => {
          const value = post[name]
          return (
            value !== null && (
              <div key={name}>
                <dt>{figureNames[name]}</dt>
                <dd title={writeFigure(value)}>{writeShort(value)}</dd>
              </div>
            )
          )
        })}
      </dl>
    </li>
  )
}
