import { mayReadPicture } from '#server/features/accounts/picture-access.ts'
import { mayReadAgencyLogo } from '#server/features/agencies/logo-access.ts'
import { mayReadArchive } from '#server/features/archives/archives.ts'
import { mayReadMedia } from '#server/features/media/file-access.ts'
import { mayReadLinkPicture } from '#server/features/posts/link-previews/link-picture-access.ts'
import { mayReadProjectLogo } from '#server/features/projects/logo-access.ts'
import type { FileRule } from '#server/platform/http/media-files.ts'

/** Every kind of stored file, with the rule for who may read it; the most frequent first. A file of no kind is readable by nobody. */
export const fileRules: readonly FileRule[] = [
  mayReadMedia,
  mayReadLinkPicture,
  mayReadProjectLogo,
  mayReadPicture,
  mayReadAgencyLogo,
  mayReadArchive,
]
