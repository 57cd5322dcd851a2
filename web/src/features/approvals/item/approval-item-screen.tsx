import { Skeleton, Title, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { type ApprovalListName, placeOf } from '#domain/approvals/list-place.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Post } from '#domain/posts/model.ts'
import { getPostOfProjectQuery } from '#web/features/posts/api.ts'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Empty, Failed, Loading, NotPermitted } from '#web/ui/states.tsx'
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
import { isFiltered, type ListFilter } from '../list/list-filter.ts'
import { coverOf } from '../post-facts.ts'
import { useViewer } from '../use-viewer.ts'
import classes from './approval-item-screen.module.css'
import { followMs, ItemView } from './item-view.tsx'
import type { ItemOrigin } from './use-item-navigation.ts'

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
export function ApprovalItemScreen({ postId, ...props }: Props) {
  const projectId = useProjectId()
  const { list, filter } = props
  const viewer = useViewer(projectId)
  const lastDecision = useRef(Number.NEGATIVE_INFINITY)
  useListChanges(projectId, list, filter)
  const isOpen = postId === undefined
  const start = useGetApprovalNeighbours(projectId, { list, filter, at: null }, isOpen)
  const id = isOpen ? start.data?.following?.id : postId
  if (id !== undefined) return <ApprovalItem {...props} id={id} viewer={viewer} lastDecision={lastDecision} />
  if (start.data) return <AllDone list={list} filter={filter} />
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
  const back = <BackToList list={list} filter={filter} />
  // What was on the screen is not theirs to see any more.
  if (post && error instanceof ApiError && error.status === 404 && viewer.actor.role === 'external-approver')
    return <TakenBack action={back} />
  if (error && !post) {
    if (!(error instanceof ApiError))
      return <Failed message={messageOf(error)} onRetry={() => void refetch()} />
    if (error.status === 404) return <Missing id={id} action={back} />
    if (error.status === 403) return <NotPermitted action={back} />
    return <Failed message={messageOf(error)} onRetry={() => void refetch()} />
  }
  if (!post) return <ItemSkeleton />
  if (social === null || post.deleted_at !== null) return <Missing id={id} action={back} />
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

/** Shown to a client from whose screen the agency has taken the post. */
function TakenBack({ action }: { action: ReactNode }) {
  return (
    <Empty
      order={1}
      title="This post was taken back."
      text="The agency is working on it again. It comes back to you when it is ready."
      action={action}
    />
  )
}

/** Shown if the post does not exist. Fixed wording (docs/product/approvals.md "Texts"). */
function Missing({ id, action }: { id: number; action: ReactNode }) {
  return (
    <Empty
      order={1}
      title={`The post id=${id} does not exist.`}
      text="It may have been deleted."
      action={action}
    />
  )
}

function BackToList({ list, filter }: Pick<Props, 'list' | 'filter'>) {
  const projectId = useProjectId()
  return (
    <LinkButton to="/$projectId/approval" params={{ projectId }} search={{ tab: list, ...filter }} mih={44}>
      Back to the list
    </LinkButton>
  )
}

/** Nothing is left to decide. */
function AllDone({ list, filter }: Pick<Props, 'list' | 'filter'>) {
  const projectId = useProjectId()
  if (isFiltered(filter))
    return (
      <Empty
        order={1}
        title="No further post matches the search and the filter."
        action={<BackToList list={list} filter={{}} />}
      />
    )
  if (list === 'approved')
    return (
      <Empty
        order={1}
        title="There are no approved posts."
        action={<BackToList list="approved" filter={filter} />}
      />
    )
  return (
    <Empty
      order={1}
      icon={<IconCircleCheck size={24} color="var(--g-accent-text)" />}
      title="All done"
      text="No posts are waiting for you. We will notify you when the next one arrives."
      action={
        <LinkButton
          to="/$projectId/approval"
          params={{ projectId }}
          search={{ tab: 'approved' }}
          variant="default"
          mih={44}
        >
          See approved posts
        </LinkButton>
      }
    />
  )
}
