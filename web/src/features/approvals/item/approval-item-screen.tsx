import { Skeleton, Title, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { type ApprovalListName, placeOf } from '#domain/approvals/list-place.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Post } from '#domain/posts/model.ts'
import { getPostOfProjectQuery } from '#web/features/posts/api.ts'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import { useItemPost } from '../api.ts'
import { type Viewer, versionOf } from '../decision/decision-rules.ts'
import { settleAfterDecisionMs, settleMs, useSettled } from '../decision/use-settled.ts'
import {
  approvalNeighboursQuery,
  type PlaceInList,
  useGetApprovalNeighbours,
  useKnownPost,
  useListChanges,
} from '../list/list-api.ts'
import type { ListFilter } from '../list/list-filter.ts'
import { coverOf } from '../post-facts.ts'
import { useViewer } from '../use-viewer.ts'
import classes from './approval-item-screen.module.css'
import { followMs, ItemView } from './item-view.tsx'
import type { ItemOrigin } from './use-item-navigation.ts'

/** Most who come here find a post. */
const NoItem = lazy(() => import('./no-item.tsx').then(module => ({ default: module.NoItem })))

/** The shape of an item while it is loading. */
function ItemSkeleton() {
  return (
    <>
      <VisuallyHidden>
        <Title order={1}>Approval</Title>
      </VisuallyHidden>
      <Loading>
        <div className={classes.header}>
          <Skeleton width={40} height={40} />
          <Skeleton width={160} height={32} />
        </div>
        <div className={classes.post}>
          <Skeleton height={40} />
          <Skeleton height={320} />
          <Skeleton height={72} />
        </div>
      </Loading>
    </>
  )
}

type Props = {
  readonly network: SocialNetwork
  /** Left out: the first post of the list that waits for this person. */
  readonly postId: number | undefined
  readonly from: ItemOrigin
  readonly list: ApprovalListName
  /** What the list is narrowed by; the way from post to post keeps to it. */
  readonly filter: ListFilter
}

/** The approval item and the unapprove item: goes through the list one post at a time (docs/product/approvals.md "Approval item"). */
export function ApprovalItemScreen(props: Props) {
  return (
    <Suspense fallback={<ItemSkeleton />}>
      <OpenItem {...props} />
    </Suspense>
  )
}

function OpenItem({ postId, ...props }: Props) {
  const projectId = useProjectId()
  const { list, filter } = props
  const viewer = useViewer(projectId)
  const lastDecision = useRef(Number.NEGATIVE_INFINITY)
  useListChanges(projectId, list, filter)
  const isOpen = postId === undefined
  const start = useGetApprovalNeighbours(projectId, { list, filter, at: null }, isOpen)
  const id = isOpen ? start.data?.following?.id : postId
  if (id !== undefined) return <ApprovalItem {...props} id={id} viewer={viewer} lastDecision={lastDecision} />
  if (start.data) return <NoItem why="all done" list={list} filter={filter} />
  if (start.error) return <Failed message={messageOf(start.error)} onRetry={() => void start.refetch()} />
  return <ItemSkeleton />
}

type ItemProps = Omit<Props, 'postId'> & {
  readonly id: number
  readonly viewer: Viewer
  readonly lastDecision: RefObject<number>
}

function ApprovalItem({ id, network, ...props }: ItemProps) {
  const projectId = useProjectId()
  const { list, filter, viewer } = props
  const known = useKnownPost(projectId, id)
  const { data: post, error, refetch, isPlaceholderData } = useItemPost(projectId, id, known)
  const social = (post && versionOf(post, network, list, viewer)) ?? null
  const isAfterDecision = performance.now() - props.lastDecision.current < followMs
  const isSettled = useSettled(
    social && `${id}-${social.id}`,
    isAfterDecision ? settleAfterDecisionMs : settleMs,
  )
  const at = post ? placeOf(post, filter.order) : null
  const beside = useGetApprovalNeighbours(projectId, { list, filter, at }, post !== undefined).data
  useNextPost(projectId, { list, filter, next: beside?.following ?? null })
  const none = { id, list, filter }
  // What was on the screen is not theirs to see any more.
  if (post && error instanceof ApiError && error.status === 404 && viewer.actor.role === 'external-approver')
    return <NoItem why="taken back" {...none} />
  if (error && !post) {
    if (!(error instanceof ApiError))
      return <Failed message={messageOf(error)} onRetry={() => void refetch()} />
    if (error.status === 404) return <NoItem why="missing" {...none} />
    if (error.status === 403) return <NoItem why="not permitted" {...none} />
    return <Failed message={messageOf(error)} onRetry={() => void refetch()} />
  }
  if (!post) return <ItemSkeleton />
  if (social === null || post.deleted_at !== null) return <NoItem why="missing" {...none} />
  return (
    <ItemView
      key={id}
      {...props}
      post={post}
      social={social}
      beside={beside}
      wanted={network}
      isProvisional={isPlaceholderData}
      isSettled={isSettled}
    />
  )
}

type Following = Pick<PlaceInList, 'list' | 'filter'> & { readonly next: Post | null }

/** Preloads the next post, its picture and what is beside it. */
const useNextPost = (projectId: number, { list, filter, next }: Following) => {
  const client = useQueryClient()
  const src = next && coverOf(next, 'medium')
  const nextId = next?.id ?? null
  const at = next && placeOf(next, filter.order)
  useEffect(() => {
    if (src) new Image().src = src
    if (nextId !== null) void client.prefetchQuery(getPostOfProjectQuery(projectId, nextId))
  }, [src, nextId, projectId, client])
  const load = useEffectEvent(() => {
    if (at !== null) void client.prefetchQuery(approvalNeighboursQuery(projectId, { list, filter, at }))
  })
  useEffect(() => {
    if (at !== null) load()
  }, [at])
}
