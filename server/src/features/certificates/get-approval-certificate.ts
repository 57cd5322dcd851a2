import pLimit from 'p-limit'
import { instantsOf } from '#domain/calendar/range.ts'
import type * as contract from '#domain/certificates/contract.ts'
import { CERTIFICATE_DAYS_MAX, CERTIFICATE_POSTS_MAX } from '#domain/certificates/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { spanRefusal } from '#server/features/reports/figures/periods.ts'
import { drawSquare } from '#server/features/reports/figures/read-pictures.ts'
import { readLook } from '#server/features/reports/look.ts'
import { FileAnswer } from '#server/platform/http/answers/file-answer.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { longDocument, printInThread } from '#server/platform/pdf/print-in-thread.ts'
import { prepareInTurn } from '#server/platform/reading-turns.ts'
import { signerOf } from '#server/platform/session/signer.ts'
import { type Storage, sizeKey } from '#server/platform/storage/storage.ts'
import type { ApprovedContents } from './approved-contents.ts'
import type { PrintedCertificate } from './draw-certificate.ts'
import { readCertificate } from './read-certificate.ts'
import { sealPdf, signData } from './seal.ts'

const worker = new URL('./draw-worker.ts', import.meta.url)

type Query = Input<typeof contract.getApprovalCertificate>['query']

/** The PDF is read and drawn when it is the caller's turn. */
export const getApprovalCertificate = async (
  { query }: Input<typeof contract.getApprovalCertificate>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.getApprovalCertificate> | FileAnswer> => {
  const signer = signerOf(call.services.config)
  const pdf = await prepareInTurn(
    call.person.userId,
    () => readPrinted(call, query),
    async printed =>
      isFailure(printed) ? printed : sealPdf(signer, await printInThread(worker, printed, longDocument)),
  )
  if (isFailure(pdf)) return pdf
  return new FileAnswer({
    name: 'approval-certificate.pdf',
    contentType: 'application/pdf',
    content: pdf,
    isDownload: true,
  })
}

type Refusal = Failure<'nothing_to_certify' | 'too_many_posts' | 'validation_error'>

const readPrinted = async (call: ScopedPoolCall, query: Query): Promise<PrintedCertificate | Refusal> => {
  const { db, scope, services } = call
  const chosen = await choosePosts(call, query)
  if (isFailure(chosen)) return chosen
  const read = await readCertificate(call, chosen)
  if (!read) return fail('nothing_to_certify')
  return {
    certificate: read.certificate,
    data: signData(signerOf(services.config), read.certificate),
    look: await readLook(db, services.storage, scope),
    pictures: await readPictures(services.storage, read.contents),
    paper: query.paper,
  }
}

const choosePosts = async ({ db, scope }: ScopedPoolCall, { posts, from, to }: Query) => {
  if (posts !== undefined) return { postIds: [...new Set(posts)], period: null }
  if (from === undefined || to === undefined) throw new Error('the contract asks for posts or for days')
  const refusal = spanRefusal({ from, to }, CERTIFICATE_DAYS_MAX)
  if (refusal) return refusal
  const period = instantsOf({ start: from, end: to }, scope.timezone)
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .where('scheduled_at', '>=', period.from)
    .where('scheduled_at', '<', period.until)
    .orderBy('scheduled_at')
    .orderBy('id')
    .limit(CERTIFICATE_POSTS_MAX + 1)
    .execute()
  if (rows.length > CERTIFICATE_POSTS_MAX)
    return fail('too_many_posts', { values: { max: CERTIFICATE_POSTS_MAX } })
  return { postIds: rows.map(({ id }) => id), period: { from, to } }
}

/** Pixels on a side: 56 points at some 200 dots per inch. */
const SIDE = 156
/** What a version shows at most; the data names all its files. */
const PICTURES_MAX = 7

/** The pictures of the approved versions. Versions with the same file share its picture. */
const readPictures = async (
  storage: Storage,
  contents: ApprovedContents,
): Promise<PrintedCertificate['pictures']> => {
  const limit = pLimit(4)
  const shown = [...contents].map(([id, { previews }]) => [id, previews.slice(0, PICTURES_MAX)] as const)
  const keys = [...new Set(shown.flatMap(([, previews]) => previews.map(({ key }) => key)))]
  const drawn = new Map(
    await Promise.all(
      keys.map(key =>
        limit(async () => [key, await drawSquare(storage, sizeKey(key, 'small'), SIDE)] as const),
      ),
    ),
  )
  return new Map(
    shown.map(([id, previews]) => [
      id,
      previews.flatMap(({ file, key }) => {
        const picture = drawn.get(key)
        return picture ? [{ file, picture }] : []
      }),
    ]),
  )
}
