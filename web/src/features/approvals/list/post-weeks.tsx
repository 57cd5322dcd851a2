import { lazy, Suspense, useState } from 'react'
import type { ApprovalListName, ListOrder } from '#domain/approvals/list-place.ts'
import { weekOf } from '#domain/kernel/days.ts'
import { dayOf } from '#domain/kernel/time.ts'
import { formatDayRange } from '#domain/kernel/time-format.ts'
import type { Post } from '#domain/posts/model.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { mayApprove } from '../decision/decision-rules.ts'
import { useViewer } from '../use-viewer.ts'
import cardClasses from './approval-card.module.css'
import { ApprovalCard } from './approval-card.tsx'
import classes from './approval-list.module.css'
import { LazyRows } from './lazy-rows.tsx'
import { type ListFilter, type PostWeek, weeksOf } from './list-filter.ts'
import { useApproveSelected } from './use-approve-selected.ts'

const SelectionBar = lazy(() =>
  import('./selection-bar.tsx').then(module => ({ default: module.SelectionBar })),
)

/** How many cards come into the page together. */
const rowsAtOnce = 12

type Props = {
  readonly list: ApprovalListName
  readonly posts: readonly Post[]
  readonly filter: ListFilter
  /** False: further posts are still to be loaded. */
  readonly isWhole: boolean
}

/** The posts by week, and what can be done with those that are selected. */
export function PostWeeks({ list, posts, filter, isWhole }: Props) {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const viewer = useViewer(projectId)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const { approve, isApproving } = useApproveSelected(projectId, viewer)
  const selectable = list === 'pending' ? posts.filter(isApprovable) : []
  // What was approved, or does not match any more, is not selected either.
  const selected = selectable.filter(({ id }) => chosen.includes(id))
  const toggle = (id: number) =>
    setChosen(known => (known.includes(id) ? known.filter(other => other !== id) : [...known, id]))
  const card = (post: Post) => (
    <ApprovalCard
      key={post.id}
      post={post}
      list={list}
      viewer={viewer}
      filter={filter}
      selection={
        selectable.includes(post)
          ? { isSelected: chosen.includes(post.id), onToggle: () => toggle(post.id) }
          : null
      }
    />
  )
  const weeks = weeksOf(posts, timezone, filter.order)
  return (
    <>
      {weeks.length > 0 && (
        <div className={cardClasses.heads} data-list={list} aria-hidden>
          <span>Post</span>
          <span>{viewer.actor.role !== 'external-approver' && 'Waiting for'}</span>
          <span>{list === 'pending' && 'Decide by'}</span>
          <span>Publish date</span>
          <span>Status</span>
        </div>
      )}
      {weeks.map((week, index) => (
        <section key={week.start} className={classes.week}>
          <h2 className={classes.weekTitle}>
            {titleOf(week, timezone, filter.order)}
            {/* The rest of the last week may come with the next page. */}
            {(isWhole || index < weeks.length - 1) && (
              <span className={classes.count}>{week.posts.length}</span>
            )}
          </h2>
          {chunks(week.posts).map((own, place) => (
            <LazyRows
              key={own[0]?.id}
              name={`${list}-${own[0]?.id}-${own.length}`}
              label={list === 'pending' ? 'Posts to approve' : 'Approved posts'}
              className={classes.list}
              count={own.length}
              isFirst={index + place < 2}
            >
              {() => own.map(card)}
            </LazyRows>
          ))}
        </section>
      ))}
      {selected.length > 0 && (
        <Suspense fallback={null}>
          <SelectionBar
            count={selected.length}
            others={selectable.length - selected.length}
            isBusy={isApproving}
            onSelectAll={() => setChosen(selectable.map(({ id }) => id))}
            onApprove={async comment => {
              const refused = await approve(selected, comment)
              setChosen(refused)
              return refused.length === 0
            }}
            onClear={() => setChosen([])}
          />
        </Suspense>
      )}
    </>
  )
}

const isApprovable = (post: Post): boolean => post.post_socials.some(social => mayApprove(post, social))

const chunks = (posts: readonly Post[]): Post[][] =>
  Array.from({ length: Math.ceil(posts.length / rowsAtOnce) }, (_, index) =>
    posts.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce),
  )

/** `This week`, or the days of the week. */
const titleOf = ({ start, end }: PostWeek, timezone: string, order?: ListOrder): string => {
  const isThis = weekOf(dayOf(new Date(), timezone)).start === start
  const days = formatDayRange(start, end)
  if (order === 'deadline') return isThis ? `Decide this week, ${days}` : `Decide ${days}`
  return isThis ? `This week, ${days}` : days
}
