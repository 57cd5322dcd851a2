import { type Failure, isFailure } from '#domain/kernel/failure.ts'
import type { ConversationPicture } from '#domain/media/model.ts'
import type { ScopedCall, UploadedFile } from '#server/platform/http/route.ts'
import { publicUrlOf } from '#server/platform/storage/storage.ts'
import { convertIfNeeded, storeMedia } from './store-media.ts'

/** A picture of a conversation as statements read it. `id`: of its attachment. */
export type StoredPicture = {
  readonly id: number
  readonly original_name: string
  readonly storage_key: string
}

/** A picture of a conversation, with its URLs. */
export const toConversationPicture = (
  { id, original_name, storage_key }: StoredPicture,
  publicUrl: string,
): ConversationPicture => {
  const url = (size: 'small' | 'medium' | 'original') => publicUrlOf(publicUrl, storage_key, size)
  return {
    id,
    original_name,
    previews: { small: url('small'), medium: url('medium'), original: url('original') },
  }
}

type Rejection = Failure<'unsupported_media_type' | 'too_large' | 'too_many_requests'>

/**
 * The call with the pictures that were made of its files where no browser shows them (HEIC, WebP, AVIF). To be done before anything is locked:
 * it takes seconds.
 */
export const withConvertedPictures = async (call: ScopedCall): Promise<ScopedCall | Rejection> => {
  const files: UploadedFile[] = []
  for (const file of call.files) {
    const converted = await convertIfNeeded(file, call.person.userId)
    if (isFailure(converted)) return converted as Rejection
    files.push(converted)
  }
  return { ...call, files }
}

/** Stores the call's files: pictures only, recognised by their content. @returns the ids of their media */
export const storePictures = async (
  call: ScopedCall,
): Promise<readonly number[] | Failure<'unsupported_media_type' | 'too_large'>> => {
  const ids: number[] = []
  for (const file of call.files) {
    const media = await storeMedia(call.tx, call, file, 'images', 'conversation')
    if (isFailure(media)) return media as Failure<'unsupported_media_type' | 'too_large'>
    ids.push(media.id)
  }
  return ids
}
