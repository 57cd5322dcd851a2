import { randomBytes } from 'node:crypto'
import type * as contract from '#domain/imports/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { findImport, lockImport, readImport, readSourceRows, writeRows } from './imports.ts'
import { openPicturesZip } from './pictures-zip.ts'

const refuse = (message: string) => fail('validation_error', { message, errors: { pictures: [message] } })
const hasItsOwn = () =>
  fail('illegal_transition', { message: 'An export of a project brings its own files.' })
const started = () => fail('illegal_transition', { message: 'This import was already started.' })

/** Only the directory of the zip file is read here: its pictures are unpacked when their rows are imported. */
export const addImportPictures = async (
  { params }: Input<typeof contract.addImportPictures>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.addImportPictures>> => {
  const { services, scope, log } = call
  const earlier = await findImport(call.db, scope, params.importId)
  if (!earlier) return fail('not_found')
  if (earlier.status !== 'checked') return started()
  if (earlier.archive) return hasItsOwn()
  const [file] = call.files
  if (!file) return refuse('Choose a zip file.')
  const zip = await openPicturesZip(file.path)
  if ('problem' in zip) return refuse(zip.problem)
  await zip.close()
  const key = `imports/${randomBytes(16).toString('hex')}`
  call.undoOnFailure(() => services.storage.remove(key))
  await services.storage.put(key, { path: file.path }, 'application/zip')
  return inTransaction(call.db, async tx => {
    const found = await lockImport(tx, scope, params.importId)
    if (!found) return fail('not_found')
    if (found.status !== 'checked') return started()
    const head = await tx
      .updateTable('imports')
      .set({
        pictures_key: key,
        pictures_name: file.name.slice(0, 255) || 'file',
        pictures: JSON.stringify(zip.pictures),
      })
      .where('id', '=', found.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const former = found.pictures_key
    if (former !== null)
      call.afterCommit(() => {
        services.storage
          .remove(former)
          .catch((error: unknown) => log.warn({ err: error }, 'could not remove a replaced zip file'))
      })
    await writeRows(tx, call, head, await readSourceRows(tx, head.id))
    return readImport(tx, head)
  })
}
