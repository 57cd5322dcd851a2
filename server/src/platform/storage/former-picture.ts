import type { Call } from '#server/platform/http/route.ts'
import { removeSquarePicture } from './square-picture.ts'

/**
 * Removes the files of a picture that nothing names any more, once that is sure. What cannot be removed stays in the storage, in
 * nobody's way. `key`: null when there was none.
 */
export const removePictureAfterCommit = (
  { services, log, afterCommit }: Pick<Call, 'services' | 'log' | 'afterCommit'>,
  key: string | null,
): void => {
  if (key === null) return
  afterCommit(() => {
    removeSquarePicture(services.storage, key).catch((error: unknown) =>
      log.warn({ err: error }, 'a former picture stays in the storage'),
    )
  })
}
