import { Text } from '@mantine/core'
import { deadlineText, silenceTexts } from '#domain/approvals/deadline-words.ts'
import { readInstant } from '#domain/kernel/time.ts'
import type { Post } from '#domain/posts/model.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import { pageWords, say } from '#web/platform/words.ts'
import { useNow } from '#web/ui/time/use-now.ts'

type Props = {
  readonly post: Pick<Post, 'decide_by'> & Partial<Pick<Post, 'on_silence'>>
  readonly size?: 'xs' | 'sm'
  /** Also what happens if nobody decides. */
  readonly withOutcome?: boolean
}

/** Until when to decide; nothing while no decision is awaited (docs/product/approvals.md "Deadline"). */
export function DeadlineLine({ post, size = 'sm', withOutcome = false }: Props) {
  const timezone = useTimezone()
  const now = useNow()
  if (post.decide_by === null) return null
  const deadline = readInstant(post.decide_by)
  const outcome = withOutcome && post.on_silence ? ` ${say(silenceTexts[post.on_silence])}` : ''
  return (
    <Text size={size} c={deadline <= now ? 'var(--g-danger-text)' : 'dimmed'}>
      {deadlineText(pageWords(), deadline, now, timezone)}
      {outcome && `.${outcome}`}
    </Text>
  )
}
