import type * as contract from '#domain/content/contract.ts'
import { exportHeaders, exportRows } from '#domain/content/export-rows.ts'
import { CONTENT_MAX, CONTENT_ROWS_MAX } from '#domain/content/views.ts'
import { rowsText } from '#domain/imports/table-text.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { localOf } from '#domain/kernel/time.ts'
import type { Attachment } from '#domain/posts/model.ts'
import { readExternalIds } from '#server/features/imports/imports.ts'
import { readPosts } from '#server/features/posts/posts.ts'
import { viewerOf } from '#server/features/posts/viewer.ts'
import { FileAnswer } from '#server/platform/http/file-answer.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { signedUrlOf } from '#server/platform/storage/signed-url.ts'
import { daysProblem, readListed } from './listed-posts.ts'

/** Long enough to look through the table and import it again; the file can be passed on, and its addresses need no session. */
const PICTURES_VALID_SECONDS = 86_400

/** The list as a table, sent while it is read: 20,000 posts never stand in memory at once. */
export const exportContent = async (
  { query }: Input<typeof contract.exportContent>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.exportContent> | FileAnswer> => {
  const { span, start, end, ...filter } = query
  const problem = span === 'days' ? daysProblem(start, end) : null
  if (problem) return fail('validation_error', { message: problem, errors: { end: [problem] } })
  const days = span === 'days' && start !== undefined && end !== undefined ? { start, end } : null
  const listed = await readListed(call.db, call.scope, { ...filter, span, days })
  const ids = listed.slice(0, CONTENT_MAX).map(({ id }) => id)
  return new FileAnswer({
    name: `content-${localOf(call.now, call.scope.timezone).date}.csv`,
    contentType: 'text/csv; charset=utf-8',
    content: piecesOf(call, ids),
    isDownload: true,
  })
}

async function* piecesOf(call: ScopedPoolCall, ids: readonly number[]): AsyncGenerator<string> {
  yield `\ufeff${rowsText([exportHeaders])}`
  for (let from = 0; from < ids.length; from += CONTENT_ROWS_MAX) {
    yield rowsText(await readRows(call, ids.slice(from, from + CONTENT_ROWS_MAX)))
  }
}

const readRows = async (call: ScopedPoolCall, ids: readonly number[]): Promise<string[][]> => {
  const { db, scope, now, services } = call
  const posts = await readPosts(db, viewerOf(call), ids, now)
  const externalIds = await readExternalIds(db, scope.projectId, ids)
  // The file as it was uploaded or converted, at an address that an import can fetch.
  const pictureAddress = ({ object_data: file }: Attachment): string =>
    file ? signedUrlOf(services.config, new URL(file.public_url).pathname, now, PICTURES_VALID_SECONDS) : ''
  return posts.flatMap(post =>
    exportRows(post, {
      timezone: scope.timezone,
      externalId: externalIds.get(post.id) ?? null,
      pictureAddress,
    }),
  )
}
