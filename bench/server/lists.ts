import { getApprovals, listApproved, listPendingApproval } from '#domain/approvals/contract.ts'
import { getPost } from '#domain/posts/contract.ts'
import { line, runsLine } from '../figures.ts'
import { askOk, timesOf } from '../load.ts'
import { type Stage, withDatabase } from '../stage.ts'

const KB = 1000
const CALLS = 20

/** The approval lists of the month of 1,500 as they are asked for first, and what one item needs. */
export async function* benchLists(
  { url }: Stage,
  headers: Record<string, string>,
  { projectId, postId }: { projectId: number; postId: number },
): AsyncGenerator<string> {
  const pathOf = (path: string) =>
    `${url}/api${path.replace('{projectId}', String(projectId)).replace('{postId}', String(postId))}`
  const rows = [
    { name: 'approval list, 375 wait: first answer', path: listPendingApproval.path, aim: 40 },
    { name: 'approval list, 750 approved: first answer', path: listApproved.path, aim: 40 },
    { name: 'approval item: the post', path: getPost.path },
    { name: 'approval item: its rounds', path: getApprovals.path },
  ]
  for (const { name, path, aim } of rows) {
    const call = { url: pathOf(path), headers }
    const { body } = await askOk(call)
    yield line(name, body.length / KB, ' kB', aim ? { aim: { most: aim } } : {})
    yield runsLine('  time', await timesOf(call, CALLS), ' ms')
  }
}

/** A post of the project that waits for approval. */
export const findWaitingPost = (stage: Stage, projectId: number): Promise<number> =>
  withDatabase(stage, async client => {
    const { rows } = await client.query<{ id: string }>(
      `select post_id as id from post_socials where project_id = $1 and status = 'pending_internal_approval' order by id limit 1`,
      [projectId],
    )
    return Number(rows[0]?.id)
  })
