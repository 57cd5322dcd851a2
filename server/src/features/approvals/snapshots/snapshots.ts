import { createHash } from 'node:crypto'
import type { ApprovalActionType } from '#domain/approvals/status.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { ApprovalType } from '#domain/posts/status.ts'
import type { Reader } from '#server/platform/db/database.ts'

/** What versions said at a moment: the digest of each, by post social id. */
export type Snapshot = ReadonlyMap<number, string>

/** What an edit made of one version. */
export type EditedContent = {
  readonly editId: number
  readonly postSocialId: number
  readonly socialNetwork: SocialNetwork
  readonly before: string
  readonly after: string
}

/** The kept edits of these versions, oldest first. */
export const readEditedContents = async (
  db: Reader,
  postSocialIds: readonly number[],
): Promise<EditedContent[]> => {
  const rows = await db
    .selectFrom('post_edit_versions')
    .select(['edit_id', 'post_social_id', 'social_network', 'digest_before', 'digest_after'])
    .where('post_social_id', 'in', postSocialIds)
    .where('digest_after', 'is not', null)
    .orderBy('edit_id')
    .execute()
  return rows.flatMap(row => {
    const {
      edit_id: editId,
      post_social_id: id,
      social_network,
      digest_before: before,
      digest_after: after,
    } = row
    if (id === null || before === null || after === null) return []
    return [{ editId, postSocialId: id, socialNetwork: social_network, before, after }]
  })
}

/** What the versions said after an edit, or right before it. What no kept edit changed since is as it is now. */
export const snapshotAt = (
  edits: readonly EditedContent[],
  { editId, side }: { readonly editId: number; readonly side: 'before' | 'after' },
  present: Snapshot,
): Snapshot =>
  new Map(
    [...present].map(([id, digest]) => {
      const own = edits.filter(({ postSocialId }) => postSocialId === id)
      const isReached = (edit: EditedContent) =>
        side === 'after' ? edit.editId <= editId : edit.editId < editId
      const following = own.find(edit => !isReached(edit))
      if (side === 'before' && following?.editId === editId) return [id, following.before]
      return [id, own.findLast(isReached)?.after ?? following?.before ?? digest]
    }),
  )

/** What an entry of the history was about. */
export type ReviewedContent = {
  readonly actionId: number
  readonly type: ApprovalActionType
  readonly round: ApprovalType
  readonly createdBy: number | null
  readonly createdAt: Date
  /** The version that the entry is written at; it may be about those that follow it as well. */
  readonly decidedId: number
  readonly postSocialId: number
  readonly socialNetwork: SocialNetwork
  readonly digest: string
}

/** What the entries of these kinds of rounds were about, of these versions, oldest first. */
export const readReviewedContents = async (
  db: Reader,
  postSocialIds: readonly number[],
  rounds: readonly ApprovalType[],
): Promise<ReviewedContent[]> =>
  db
    .selectFrom('approval_action_contents as c')
    .innerJoin('approval_actions as a', 'a.id', 'c.approval_action_id')
    .innerJoin('post_socials as s', 's.id', 'c.post_social_id')
    .select([
      'a.id as actionId',
      'a.type',
      'a.round',
      'a.created_by as createdBy',
      'a.created_at as createdAt',
      'a.post_social_id as decidedId',
    ])
    .select(['s.id as postSocialId', 's.social_network as socialNetwork', 'c.digest'])
    .where('c.post_social_id', 'in', postSocialIds)
    .where('a.round', 'in', rounds)
    .$narrowType<{ round: ApprovalType }>()
    .orderBy('a.id')
    .execute()

/** What one entry was about. */
export const snapshotOf = (reviewed: readonly ReviewedContent[], actionId: number): Snapshot =>
  new Map(
    reviewed
      .filter(row => row.actionId === actionId)
      .map(({ postSocialId, digest }) => [postSocialId, digest] as const),
  )

/** One digest for all versions of a snapshot. */
export const digestOfSnapshot = (snapshot: Snapshot): string =>
  createHash('sha256')
    .update(JSON.stringify([...snapshot].toSorted(([one], [other]) => one - other)))
    .digest('hex')

/** Whether the versions of one say the same in the other. */
export const isSameAs = (snapshot: Snapshot, other: Snapshot): boolean =>
  [...snapshot].every(([id, digest]) => other.get(id) === digest)
