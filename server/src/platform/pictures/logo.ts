import { type Failure, isFailure } from '#domain/kernel/failure.ts'
import type { Call } from '#server/platform/http/route.ts'
import { removePictureAfterCommit } from './former-picture.ts'
import { removeSquarePicture, storeSquarePicture } from './square-picture.ts'

type PictureFailure = Failure<'too_large' | 'unsupported_media_type'>

/** Stores the uploaded picture. Null when there is none. */
export const storeLogo = async ({
  files,
  services,
  undoOnFailure,
}: Pick<Call, 'files' | 'services' | 'undoOnFailure'>): Promise<string | null | PictureFailure> => {
  const [file] = files
  if (!file) return null
  const stored = await storeSquarePicture(services.storage, file)
  if (isFailure(stored)) return stored
  undoOnFailure(() => removeSquarePicture(services.storage, stored.key))
  return stored.key
}

export type Logo = { readonly logo_key?: string | null }

/** The column change for a logo: a new one, a removed one, or no change. The replaced files are removed after the commit. */
export const changeLogo = async (
  call: Pick<Call, 'files' | 'services' | 'log' | 'afterCommit' | 'undoOnFailure'>,
  former: string | null,
  isRemoved: boolean,
): Promise<Logo | PictureFailure> => {
  const stored = await storeLogo(call)
  if (isFailure(stored)) return stored
  if (stored === null && (!isRemoved || former === null)) return {}
  removePictureAfterCommit(call, former)
  return { logo_key: stored }
}

/** What the audit log records of the change. */
export const auditValuesOfLogo = ({ logo_key }: Logo): { logo?: 'removed' | 'changed' } =>
  logo_key === undefined ? {} : { logo: logo_key === null ? 'removed' : 'changed' }
