import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/media/contract.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { toWireMedia } from './medias.ts'
import { storeMedia } from './store-media.ts'

export const uploadMedia = async (
  _input: Input<typeof contract.uploadMedia>,
  call: ScopedCall,
): Promise<Answer<typeof contract.uploadMedia>> => {
  const [file] = call.files
  if (!file) return fail('validation_error', { errors: { media: ['A file is required'] } })
  const stored = await storeMedia(call, file, 'any')
  if (isFailure(stored)) return stored as Failure<'too_large' | 'unsupported_media_type'>
  return toWireMedia(stored, call.services.config.publicUrl)
}
