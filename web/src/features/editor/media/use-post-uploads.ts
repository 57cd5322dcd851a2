import type { Media } from '#domain/media/model.ts'
import { type Upload, useUploads } from '#web/features/media/use-uploads.ts'
import { type Draft, withMedia } from '../draft/draft.ts'
import { newMedia } from '../draft/draft-media.ts'
import type { DraftStore } from '../draft/draft-store.ts'

/** The uploads of a post: each goes into the draft it was chosen for, whatever is shown in the meantime. */
export const usePostUploads = (projectId: number, store: DraftStore) =>
  useUploads(projectId, (upload, media) => {
    const network = store.getState().entries.get(upload.target)?.saved.social_network
    if (network === undefined) return
    store.edit(upload.target, draft => {
      const placed = withUploaded(draft, upload, media)
      return upload.slot.place === 'media' ? withMedia(network, placed, placed.media) : placed
    })
  })

/** The draft with the stored file in its place. If its video or card is gone by then, nothing changes. */
const withUploaded = (
  draft: Draft,
  { id, slot }: Upload,
  { id: objectId, object_data: data }: Media,
): Draft => {
  if (slot.place === 'media')
    return { ...draft, media: [...draft.media, newMedia(`upload-${id}`, objectId, data)] }
  return {
    ...draft,
    media: draft.media.map(item =>
      item.key === slot.key ? { ...item, thumbnail: { objectId, data } } : item,
    ),
  }
}
