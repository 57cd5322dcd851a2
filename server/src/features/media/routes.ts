import * as contract from '#domain/media/contract.ts'
import { editorVideoCapBytes } from '#domain/networks/media-limits.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { checkMedia } from './check-media.ts'
import { cropLimit, cropMedia } from './crop-media.ts'
import { deleteMedia } from './delete-media.ts'
import { keepMedia } from './keep-media.ts'
import { listMediaLibrary } from './list-media-library.ts'
import { listMedias } from './list-medias.ts'
import { uploadMedia } from './upload-media.ts'
import { cancelConversion } from './video-conversion/cancel-conversion.ts'
import { convertVideo } from './video-conversion/convert-video.ts'

export const mediaRoutes: readonly Route[] = [
  projectRoute(contract.uploadMedia, uploadMedia, {
    ownTransactions: true,
    /** Room for its own refusal to say what is wrong. Read when the server starts, after the limits are chosen. */
    get maxFileBytes() {
      return editorVideoCapBytes() + 10_000_000
    },
  }),
  projectRoute(contract.listMedias, listMedias),
  projectRoute(contract.checkMedia, checkMedia),
  projectRoute(contract.cropMedia, cropMedia, { limit: cropLimit, ownTransactions: true }),
  projectRoute(contract.deleteMedia, deleteMedia),
  projectRoute(contract.listMediaLibrary, listMediaLibrary),
  projectRoute(contract.keepMedia, keepMedia),
  projectRoute(contract.convertVideo, convertVideo),
  projectRoute(contract.cancelConversion, cancelConversion),
]
