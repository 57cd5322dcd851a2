import { IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Post } from '#domain/posts/model.ts'
import { getPostOfProjectQuery } from '#web/features/posts/api.ts'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Empty, Failed, NotPermitted } from '#web/ui/states.tsx'
import { useApprovalList, useItemPost } from '../api.ts'
import {
  type ApprovalListName,
  followingPost,
  openVersions,
  type Viewer,
  versionOf,
} from '../decision/decision-rules.ts'
import { settleAfterDecisionMs, settleMs, useSettled } from '../decision/use-settled.ts'
import { coverOf } from '../post-facts.ts'
import { useViewer } from '../use-viewer.ts'
import { ItemSkeleton } from './item-skeleton.tsx'
import { followMs, ItemView } from './item-view.tsx'
import type { ItemOrigin } from './use-item-navigation.ts'

type Props = {
  readonly projectId: number
  readonly network: SocialNetwork
  /** Left out: the first post of the list that waits for this person. */
  readonly postId: number | undefined
  readonly from: ItemOrigin
  readonly list: ApprovalListName
}

/** The approval item and the unapprove item: goes through the list one post at a time (docs/product/approvals.md "Approval item"). */
export function ApprovalItemScreen({ projectId, network, postId, from, list }: Props) {
  const viewer = useViewer(projectId)
  const listed = useApprovalList(projectId, list)
  const lastDecision = useRef(Number.NEGATIVE_INFINITY)
  const posts = listed.data ?? []
  const id = postId ?? posts.find(post => openVersions(post, list, viewer).length > 0)?.id
  if (id !== undefined)
    return <ApprovalItem {...{ projectId, network, id, from, list, viewer, posts, lastDecision }} />
  if (listed.data) return <AllDone projectId={projectId} list={list} />
  if (listed.error) return <Failed message={messageOf(listed.error)} onRetry={() => void listed.refetch()} />
  return <ItemSkeleton />
}

type ItemProps = Omit<Props, 'postId'> & {
  readonly id: number
  readonly viewer: Viewer
  readonly posts: readonly Post[]
  readonly lastDecision: RefObject<number>
}

function ApprovalItem({ id, network, ...props }: ItemProps) {
  const { projectId, posts, list, viewer } = props
  const known = posts.find(post => post.id === id)
  const { data: post, error, refetch, isPlaceholderData } = useItemPost(projectId, id, known)
  const social = (post && versionOf(post, network, list, viewer)) ?? null
  const isAfterDecision = performance.now() - props.lastDecision.current < followMs
  const isSettled = useSettled(
    social && `${id}-${social.id}`,
    isAfterDecision ? settleAfterDecisionMs : settleMs,
  )
  useNextPost(projectId, followingPost(posts, id, list, viewer))
  const back = <BackToList projectId={projectId} list={list} />
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
      wanted={network}
      isProvisional={isPlaceholderData}
      isSettled={isSettled}
    />
  )
}

/** Preloads the next post and its picture. */
const useNextPost = (projectId: number, next: Post | null) => {
  const client = useQueryClient()
  const src = next && coverOf(next, 'medium')
  const nextId = next?.id ?? null
  useEffect(() => {
    if (src) new Image().src = src
    if (nextId !== null) void client.prefetchQuery(getPostOfProjectQuery(projectId, nextId))
  }, [src, nextId, projectId, client])
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

function BackToList({ projectId, list }: Pick<Props, 'projectId' | 'list'>) {
  return (
    <LinkButton to="/$projectId/approval" params={{ projectId }} search={{ tab: list }} mih={44}>
      Back to the list
    </LinkButton>
  )
}

/** Nothing is left to decide. */
function AllDone({ projectId, list }: Pick<Props, 'projectId' | 'list'>) {
  if (list === 'approved')
    return (
      <Empty
        order={1}
        title="There are no approved posts."
        action={<BackToList projectId={projectId} list="approved" />}
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
