import type { Call } from '#server/platform/http/route.ts'
import { removeSquarePicture } from './square-picture.ts'

/**
 * Removes the files of a replaced picture after the commit. A file that cannot be removed stays in storage, which does no harm. `key`:
 * null when there was no picture.
 */
export const removePictureAfterCommit = (
  { services, log, afterCommit }: Pick<Call, 'services' | 'log' | 'afterCommit'>,
  key: string | null,
): void => {
  if (key === null) return
  afterCommit(() => {
    removeSquarePicture(services.storage, key).catch((error: unknown) =>
      log.warn({ err: error }, 'could not remove a replaced picture from storage'),
    )
  })
}
