import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/media/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { toWireMedia } from './medias.ts'
import { storeMedia } from './store-media.ts'

/** Without a transaction: converting a picture takes seconds, in which no connection to the database should wait. */
export const uploadMedia = async (
  _input: Input<typeof contract.uploadMedia>,
  call: ScopedPoolCall,
): Promise<Answer<typeof contract.uploadMedia>> => {
  const [file] = call.files
  if (!file) return fail('validation_error', { errors: { media: ['A file is required'] } })
  const stored = await storeMedia(call.db, call, file, 'any', 'uploaded')
  if (isFailure(stored))
    return stored as Failure<'too_large' | 'unsupported_media_type' | 'too_many_requests'>
  return toWireMedia(stored, call.services.config.publicUrl)
}
