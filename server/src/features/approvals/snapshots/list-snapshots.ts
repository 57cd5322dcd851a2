import { maySeeRound } from '#domain/approvals/rounds.ts'
import type * as contract from '#domain/approvals/snapshot-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import { readKeptContents } from '#server/features/posts/post-contents.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { pictureUrl } from '#server/platform/storage/storage.ts'
import { readSeenSnapshots, type SeenSnapshots } from './seen-snapshots.ts'
import { digestOfSnapshot, isSameAs, type Snapshot, snapshotAt, snapshotOf } from './snapshots.ts'

/** What a post has said, newest first; for clients what was sent to them and decided by them. */
export const listSnapshots = async (
  { params }: Input<typeof contract.listSnapshots>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listSnapshots>> => {
  const seen = await readSeenSnapshots(call.db, call, params.postId, call.now)
  if (isFailure(seen)) return seen
  return maySeeRound(call.scope, 'internal') ? listEdits(call, seen) : listSent(seen)
}

const toState = (snapshot: Snapshot, present: Snapshot) => ({
  digest: digestOfSnapshot(snapshot),
  is_current: isSameAs(snapshot, present),
})

/** Each moment of the client's round at which the content was another than before. */
const listSent = ({ reviewed, present }: SeenSnapshots): contract.Snapshot[] => {
  const entries = [...new Map(reviewed.map(row => [row.actionId, row])).values()]
  const listed: contract.Snapshot[] = []
  for (const { actionId, type, createdAt } of entries) {
    const snapshot = snapshotOf(reviewed, actionId)
    const state = toState(snapshot, present)
    if (listed.at(-1)?.digest === state.digest) continue
    listed.push({
      id: `s${actionId}`,
      saved_at: createdAt.toISOString(),
      saved_by: null,
      restored_from: null,
      action: type,
      ...state,
      social_networks: reviewed.filter(row => row.actionId === actionId).map(row => row.socialNetwork),
    })
  }
  return listed.toReversed()
}

const listEdits = async (call: ScopedPoolCall, seen: SeenSnapshots): Promise<contract.Snapshot[]> => {
  const { edits, present } = seen
  const ids = [...new Set(edits.map(({ editId }) => editId))]
  const [oldest] = ids
  if (oldest === undefined) return []
  const rows = await call.db
    .selectFrom('post_edits as e')
    .leftJoin('users as u', 'u.id', 'e.edited_by')
    .select(['e.id', 'e.saved_at', 'e.restored_from', 'e.edited_by', 'u.name', 'u.last_name', 'u.avatar_key'])
    .where('e.id', 'in', ids)
    .orderBy('e.id', 'desc')
    .execute()
  const { publicUrl } = call.services.config
  const listed = rows.map((row): contract.Snapshot => {
    const snapshot = snapshotAt(edits, { editId: row.id, side: 'after' }, present)
    return {
      id: `e${row.id}`,
      saved_at: row.saved_at.toISOString(),
      saved_by:
        row.edited_by === null
          ? null
          : {
              id: row.edited_by,
              name: `${row.name ?? ''} ${row.last_name ?? ''}`.trim(),
              avatar_image_link: pictureUrl(publicUrl, row.avatar_key, 'small'),
            },
      social_networks: edits.filter(({ editId }) => editId === row.id).map(edit => edit.socialNetwork),
      action: null,
      restored_from: row.restored_from?.toISOString() ?? null,
      ...toState(snapshot, present),
    }
  })
  const first = snapshotAt(edits, { editId: oldest, side: 'before' }, present)
  return (await isEmpty(call, first)) ? listed : [...listed, toFirst(seen, first, oldest)]
}

const toFirst = ({ post, present }: SeenSnapshots, first: Snapshot, oldest: number): contract.Snapshot => ({
  id: `b${oldest}`,
  saved_at: post.created_at,
  saved_by: null,
  action: null,
  restored_from: null,
  social_networks: post.post_socials.map(social => social.social_network),
  ...toState(first, present),
})

/** A new post says nothing: nobody wants that back. */
const isEmpty = async ({ db }: ScopedPoolCall, snapshot: Snapshot): Promise<boolean> => {
  const named = [...snapshot].map(([postSocialId, digest]) => ({ postSocialId, digest }))
  const kept = await readKeptContents(db, named)
  return named.every(({ postSocialId, digest }) => {
    const content = kept(postSocialId, digest)
    return (
      !content || (content.message === '' && content.first_comment === '' && content.attachments.length === 0)
    )
  })
}
