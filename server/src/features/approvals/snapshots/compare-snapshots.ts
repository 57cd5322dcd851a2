import type * as contract from '#domain/approvals/snapshot-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { isFailure } from '#domain/kernel/failure.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { compareSchedules, compareSnapshotContents } from './comparison.ts'
import { findSnapshot, readSeenSnapshots } from './seen-snapshots.ts'

/** What changed between two moments of a post that the caller may see. */
export const compareSnapshots = async (
  { params, query }: Input<typeof contract.compareSnapshots>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.compareSnapshots>> => {
  const { db, services } = call
  const seen = await readSeenSnapshots(db, call, params.postId, call.now)
  if (isFailure(seen)) return seen
  const from = await findSnapshot(db, seen, query.from)
  if (isFailure(from)) return from
  const to = await findSnapshot(db, seen, query.to)
  if (isFailure(to)) return to
  return {
    changes: await compareSnapshotContents(
      db,
      { before: from.snapshot, after: to.snapshot },
      services.config.publicUrl,
    ),
    schedule: await compareSchedules(db, params.postId, { from: from.at, to: to.at }),
  }
}
