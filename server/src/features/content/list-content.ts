import type * as contract from '#domain/content/contract.ts'
import { CONTENT_MAX } from '#domain/content/views.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { readRows } from './content-rows.ts'
import { daysProblem, readListed } from './listed-posts.ts'

/**
 * The list as ids with revisions: small enough to name 10,000 posts at once, so that the screen knows how long it is and can jump anywhere
 * in it (decision 51).
 */
export const listContent = async (
  { query }: Input<typeof contract.listContent>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.listContent>> => {
  const { span, start, end, rows: wanted, ...filter } = query
  const problem = span === 'days' ? daysProblem(start, end) : null
  if (problem) return fail('validation_error', { message: problem, errors: { end: [problem] } })
  const days = span === 'days' && start !== undefined && end !== undefined ? { start, end } : null
  const found = await readListed(call, { ...filter, span, days }, CONTENT_MAX + 1)
  const listed = found.slice(0, CONTENT_MAX)
  const ids = listed.map(({ id }) => id)
  return {
    ids,
    revisions: listed.map(({ revision }) => revision),
    is_complete: found.length <= CONTENT_MAX,
    rows: await readRows(call, ids.slice(0, wanted)),
  }
}
