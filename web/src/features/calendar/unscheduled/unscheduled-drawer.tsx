import { Button, CloseButton, Drawer, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { PostSummary } from '#domain/posts/model.ts'
import { useListTimeSlots } from '#web/features/projects/time-slots-api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useMe } from '#web/platform/me.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { Empty, Failed } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.tsx'
import { watchPresses } from '../grid/drag.ts'
import { shownGrid } from '../grid/shown-grid.ts'
import { networksOfPost, planOnDay } from './times.ts'
import { UnsavedPosts } from './unsaved-posts.tsx'
import classes from './unscheduled.module.css'
import { useScheduleWithUndo } from './unscheduled-api.ts'
import { UnscheduledCard } from './unscheduled-card.tsx'
import { useListUnscheduledPosts } from './unscheduled-posts-api.ts'
import { useMoveMode } from './use-move-mode.ts'

type Options = {
  /** Null: nothing is dragged, on a phone. */
  readonly isOn: boolean
  readonly blockOn: (postId: number, date: LocalDate) => string | null
  readonly onDrop: (postId: number, date: LocalDate) => void
}

/** Dragging cards of the drawer to days of the grid, by the grid's own drag (decision 35). */
const useDragOut = (list: RefObject<HTMLElement | null>, { isOn, blockOn, onDrop }: Options): void => {
  const block = useEffectEvent((id: string, date: LocalDate) => blockOn(Number(id), date))
  const drop = useEffectEvent((id: string, date: LocalDate) => onDrop(Number(id), date))
  useEffect(() => {
    const { current: root } = list
    if (!root || !isOn) return
    return watchPresses(root, {
      grid: shownGrid,
      countOf: () => 1,
      liftBlock: () => null,
      dropBlock: (id, date) => block(id, date),
      onDrop: (id, date) => drop(id, date),
      onRefused: toast.info,
    })
  }, [list, isOn])
}

const ScheduleModal = lazy(async () => ({
  default: (await import('#web/features/schedules/schedule-modal.tsx')).ScheduleModal,
}))

type ContentProps = {
  readonly today: LocalDate
  readonly isPhone: boolean
}

type Props = ContentProps & {
  readonly title: string
  readonly onClose: () => void
}

/** The drawer with the posts that have no time yet: beside the days, or a sheet on a phone (docs/product/calendar.md "Unscheduled posts"). */
export function UnscheduledDrawer({ title, onClose, ...props }: Props) {
  if (props.isPhone)
    return (
      <Drawer
        opened
        onClose={onClose}
        title={title}
        position="bottom"
        size="85%"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Content {...props} />
      </Drawer>
    )
  return (
    <aside className={classes.panel} aria-label="Unscheduled" data-unscheduled>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <CloseButton size="sm" aria-label="Close unscheduled posts" onClick={onClose} />
      </div>
      <Content {...props} />
    </aside>
  )
}

/** What is done with a post of the drawer. */
const useScheduling = ({ today }: ContentProps, posts: readonly PostSummary[]) => {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const { data: slots } = useListTimeSlots(projectId)
  const { lead_time_minutes: leadMinutes } = useMe()
  const { mutate } = useScheduleWithUndo(projectId)
  // The modal shows a refusal itself.
  const { mutateAsync } = useScheduleWithUndo(projectId, { ownErrors: true })
  const planOf = (postId: number, date: LocalDate) => {
    const post = posts.find(({ id }) => id === postId)
    return (
      post && planOnDay(post, date, slots?.slots ?? [], { now: new Date(), timezone, leadMinutes, today })
    )
  }
  return {
    leadMinutes,
    schedule: mutateAsync,
    blockOn: (postId: number, date: LocalDate) => planOf(postId, date)?.refusal ?? null,
    onDrop: (postId: number, date: LocalDate) => {
      const plan = planOf(postId, date)
      if (plan?.refusal === null) mutate({ ...plan.choice, post_id: postId })
    },
  }
}

function Content(props: ContentProps) {
  const projectId = useProjectId()
  const { isPhone } = props
  const [text, setText] = useState('')
  const [searched] = useDebouncedValue(text.trim(), 250)
  const list = useRef<HTMLUListElement>(null)
  const [requested, setRequested] = useState<PostSummary | null>(null)
  const found = useListUnscheduledPosts(projectId, searched)
  const posts = found.data?.pages.flatMap(page => page.posts) ?? []
  const { schedule, leadMinutes, ...scheduling } = useScheduling(props, posts)
  const move = useMoveMode({ today: props.today, ...scheduling })
  useDragOut(list, { isOn: !isPhone && posts.length > 0, ...scheduling })
  if (found.error && !found.data)
    return <Failed message={messageOf(found.error)} onRetry={() => void found.refetch()} />
  return (
    <>
      <TextInput
        size={isPhone ? 'md' : 'xs'}
        aria-label="Search unscheduled posts"
        placeholder="Search"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      {!isPhone && posts.length > 0 && (
        <Text size="xs" c="dimmed" className={classes.hint}>
          Drag a post to a day, or press M on it. Drag it back here to take it off the calendar.
        </Text>
      )}
      {found.data && posts.length === 0 ? (
        <Empty
          title={searched === '' ? 'Everything has a time' : 'Not found'}
          text={
            searched === ''
              ? 'Saved posts without a schedule wait here.'
              : 'No unscheduled post has these words.'
          }
        />
      ) : (
        <ul ref={list} className={classes.list} aria-label="Unscheduled posts">
          {posts.map(post => (
            <UnscheduledCard
              key={post.id}
              post={post}
              isMoving={move.moving?.postId === post.id}
              onSchedule={() => setRequested(post)}
              onKeyDown={isPhone ? null : event => move.onKeyDown(event, post.id)}
            />
          ))}
        </ul>
      )}
      {found.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          fullWidth
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          Load more
        </Button>
      )}
      <UnsavedPosts />
      <VisuallyHidden role="status">{move.said}</VisuallyHidden>
      <Suspense fallback={null}>
        {requested && (
          <ScheduleModal
            action="schedule"
            posts={[{ type: requested.type, networks: networksOfPost(requested) }]}
            leadMinutes={leadMinutes}
            onConfirm={async choice => {
              await schedule({ ...choice, post_id: requested.id })
              setRequested(null)
            }}
            onClose={() => setRequested(null)}
          />
        )}
      </Suspense>
    </>
  )
}
