import type * as contract from '#domain/content/contract.ts'
import { CONTENT_ROWS_MAX } from '#domain/content/views.ts'
import { exportHeaders } from '#domain/imports/post-rows.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { rowsText } from '#domain/kernel/table-text.ts'
import { localOf } from '#domain/kernel/time.ts'
import type { Attachment } from '#domain/posts/model.ts'
import { readExportRows } from '#server/features/imports/post-rows.ts'
import { viewerOf } from '#server/features/posts/viewer.ts'
import { FileAnswer } from '#server/platform/http/answers/file-answer.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { signedUrlOf } from '#server/platform/storage/signed-url.ts'
import { daysProblem, readListed } from './listed-posts.ts'

/** Long enough to look through the table and import it again; the file can be passed on, and its addresses need no session. */
const PICTURES_VALID_SECONDS = 86_400

/** The list as a table, sent while it is read: however many posts there are, a hundred stand in memory at once. */
export const exportContent = async (
  { query }: Input<typeof contract.exportContent>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.exportContent> | FileAnswer> => {
  const { span, start, end, ...filter } = query
  const problem = span === 'days' ? daysProblem(start, end) : null
  if (problem) return fail('validation_error', { message: problem, errors: { end: [problem] } })
  const days = span === 'days' && start !== undefined && end !== undefined ? { start, end } : null
  const listed = await readListed(call, { ...filter, span, days }, null)
  const ids = listed.map(({ id }) => id)
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

const readRows = (call: ScopedPoolCall, ids: readonly number[]): Promise<string[][]> => {
  const { db, now, services } = call
  // The file as it was uploaded or converted, at an address that an import can fetch.
  const pictureAddress = ({ object_data: file }: Attachment): string =>
    file
      ? signedUrlOf(services.config, new URL(file.public_url).pathname, now, {
          seconds: PICTURES_VALID_SECONDS,
        })
      : ''
  return readExportRows(db, viewerOf(call), ids, { now, pictureAddress })
}
