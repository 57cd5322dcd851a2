import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  compareSnapshots,
  getChangesSinceDecision,
  listSnapshots,
  restoreSnapshot,
} from '#domain/approvals/snapshot-contract.ts'
import type { Post } from '#domain/posts/model.ts'
import { call } from '#web/platform/client.ts'
import { reloadPosts } from '#web/platform/live-updates.ts'
import { queryKeys } from '#web/platform/query.ts'
import type { TalkSubject } from '../conversation-api.ts'
import { sinceDecisionKey } from './use-known-versions.ts'

// Below the history's key: every event about the post reloads them.
const keyOf = ({ projectId, postId }: TalkSubject, ...more: string[]) => [
  ...queryKeys.approvalHistory(projectId, postId),
  'snapshots',
  ...more,
]

/** What the post has said, newest first. */
export const useListSnapshots = (subject: TalkSubject) =>
  useQuery({
    queryKey: keyOf(subject),
    queryFn: ({ signal }) => call(listSnapshots, { params: { postId: subject.postId }, signal }),
  })

/** What changed between two of them. */
export const useCompareSnapshots = (subject: TalkSubject, from: string, to: string) =>
  useQuery({
    queryKey: keyOf(subject, from, to),
    queryFn: ({ signal }) =>
      call(compareSnapshots, { params: { postId: subject.postId }, query: { from, to }, signal }),
  })

/** What the person has not seen since they decided about the post. */
export const useGetChangesSinceDecision = (subject: TalkSubject) =>
  useQuery({
    queryKey: sinceDecisionKey(subject.projectId, subject.postId),
    queryFn: ({ signal }) => call(getChangesSinceDecision, { params: { postId: subject.postId }, signal }),
  })

type Restored = { readonly snapshotId: string /** As the person sees it. */; readonly post: Post }

/** Restores an earlier version. A failure is shown in a toast. */
export const useRestoreSnapshot = ({ projectId, postId }: TalkSubject) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ snapshotId, post }: Restored) => {
      const versions = post.post_socials.map(({ id, version }) => ({ id, version }))
      return call(restoreSnapshot, { params: { postId }, body: { snapshot_id: snapshotId, versions } })
    },
    onSettled: () => void reloadPosts(client, projectId, [postId]),
  })
}
