import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import type { PostSummary } from '#domain/posts/model.ts'
import type { Outcome } from './api.ts'
import classes from './bulk-edits.module.css'

/** A selected post and its card in the calendar, which it has once it is scheduled. */
export type SelectedPost = { readonly post: PostSummary; readonly entry: CalendarEntry | null }

/** The props of every form of the dialog. */
export type EditFormProps = {
  readonly posts: readonly SelectedPost[]
  readonly onBusy: (isBusy: boolean) => void
  readonly onDone: () => void
  readonly onClose: () => void
}

/** How people tell a post from others: its time and how it begins. */
export const titleOf = ({ post, entry }: SelectedPost): string =>
  // Fixed wording (docs/product/content-list.md "Columns").
  `${entry ? formatLocal(entry, formats.dayTime) : 'schedule is absent'} · ${post.message.slice(0, 60) || 'Empty message'}`

/** How far a change of many posts is. */
export function WorkProgress({ done, all }: { done: number; all: number }) {
  return (
    <Stack gap={4} role="status">
      <Text size="sm">
        {done} of {all} posts…
      </Text>
      <Progress value={(done / all) * 100} aria-label="Progress" />
    </Stack>
  )
}

/** Posts that are left as they are, each with its reason: before a change, or after it. */
export function LeftPosts({
  title,
  rows,
}: {
  title: string
  rows: readonly { title: string; reason: string }[]
}) {
  if (rows.length === 0) return null
  return (
    <details className={classes.left} open={rows.length <= 3}>
      <summary>{title}</summary>
      <ul>
        {rows.map(row => (
          <li key={row.title + row.reason}>
            <span className={classes.title}>{row.title}</span>
            <span className={classes.reason}>{row.reason}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** What a change of many posts has left as it was. */
export function Refused({
  outcome,
  posts,
  onDone,
}: { outcome: Outcome } & Pick<EditFormProps, 'posts' | 'onDone'>) {
  const titles = new Map(posts.map(each => [each.post.id, titleOf(each)]))
  return (
    <Stack>
      <Text size="sm" role="status">
        {outcome.done} changed, {outcome.refused.length} left as they were:
      </Text>
      <LeftPosts
        title="Not changed"
        rows={outcome.refused.map(({ postId, reason }) => ({
          title: titles.get(postId) ?? `Post ${postId}`,
          reason,
        }))}
      />
      <Group justify="flex-end">
        <Button onClick={onDone} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  )
}
