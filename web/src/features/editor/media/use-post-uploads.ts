import type { Media } from '#domain/media/model.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { type FetchMedia, type Upload, type UploadSlot, useUploads } from '#web/features/media/use-uploads.ts'
import { type Draft, withMedia } from '../draft/draft.ts'
import { inPlaceOf, newMedia } from '../draft/draft-media.ts'
import type { DraftStore } from '../draft/draft-store.ts'
import { changedWith } from '../draft/shared-drafts.ts'
import { sameFileIn } from './use-media-editing.ts'

export type PostUploads = ReturnType<typeof usePostUploads>

/**
 * The uploads of a post: each goes into the draft it was chosen for, whatever is shown in the meantime. Until then the draft names the
 * file, so that nobody sends the post without it (docs/product/media.md "Uploading").
 */
export const usePostUploads = (projectId: number, store: DraftStore) => {
  /** Changes each version that waits for the upload, once: an edit of one that follows changes all that follow. */
  const changeWaiting = (upload: Upload, change: (draft: Draft, network: SocialNetwork) => Draft) => {
    const changed = new Set<number>()
    for (const id of store.getState().entries.keys()) {
      const { entries } = store.getState()
      const entry = entries.get(id)
      if (!entry || changed.has(id) || !isUploadOf(upload, id, entry.draft)) continue
      for (const each of changedWith(entries, id)) changed.add(each)
      store.edit(id, draft => change(draft, entry.saved.social_network))
    }
  }
  const { uploads, start, fetch, dismiss, retry } = useUploads(projectId, (upload, media, replaces) =>
    changeWaiting(upload, (before, network) => {
      const draft = withoutAwaited(before, upload.file.name)
      const placed = withUploaded(draft, upload, media, replaces)
      return upload.slot.place !== 'thumbnail' ? withMedia(network, placed, placed.media) : placed
    }),
  )
  return {
    uploads,
    retry,
    start: (target: number, files: readonly File[], slot?: UploadSlot) => {
      const names = files.map(({ name }) => name)
      const sharedWith = changedWith(store.getState().entries, target)
      store.edit(target, draft => ({ ...draft, awaitedFiles: [...draft.awaitedFiles, ...names] }))
      start(target, files, slot, sharedWith)
    },
    /** A file from elsewhere, which a page that was loaded again may await already. */
    fetch: (target: number, name: string, get: FetchMedia) => {
      store.edit(target, draft =>
        draft.awaitedFiles.includes(name) ? draft : { ...draft, awaitedFiles: [...draft.awaitedFiles, name] },
      )
      fetch(target, name, get)
    },
    dismiss: (id: string) => {
      const upload = uploads.find(each => each.id === id)
      if (upload) changeWaiting(upload, draft => withoutAwaited(draft, upload.file.name))
      dismiss(id)
    },
  }
}

/**
 * Whether a version waits for an upload: its own, or one that was chosen for the content it shared then. The name alone does not tell:
 * every picture that is pasted has the same one.
 */
export const isUploadOf = (
  { target, file, sharedWith }: Pick<Upload, 'target' | 'file' | 'sharedWith'>,
  id: number,
  { awaitedFiles }: Pick<Draft, 'awaitedFiles'>,
): boolean =>
  target === id || (awaitedFiles.includes(file.name) && (sharedWith === undefined || sharedWith.includes(id)))

/** The draft without one awaited file of this name: two files may have the same one. */
export const withoutAwaited = (draft: Draft, name: string): Draft => {
  const index = draft.awaitedFiles.indexOf(name)
  if (index < 0) return draft
  return { ...draft, awaitedFiles: draft.awaitedFiles.filter((_, other) => other !== index) }
}

/** What the draft waits for although this page is not uploading it: another page is, or it was closed before the file had arrived. */
export const missingFiles = ({ awaitedFiles }: Draft, uploads: readonly Upload[]): readonly string[] => {
  const here = uploads.map(({ file }) => file.name)
  return awaitedFiles.filter(name => {
    const index = here.indexOf(name)
    if (index >= 0) here.splice(index, 1)
    return index < 0
  })
}

/** The draft with the stored file in its place. If its video or card, or the file that it replaces, is gone by then, nothing changes. */
const withUploaded = (
  draft: Draft,
  { id, slot, fetch }: Upload,
  { id: objectId, object_data: data }: Media,
  replaces: number | null,
): Draft => {
  // Fetched twice, as by a page that was loaded again.
  if (slot.place === 'media' && draft.media.some(item => item.objectId === objectId && fetch)) return draft
  if (slot.place === 'media' && draft.media.some(item => item.objectId === replaces && fetch))
    return {
      ...draft,
      media: draft.media.map(item => (item.objectId === replaces ? { ...item, objectId, data } : item)),
    }
  const file = newMedia(`upload-${id}`, objectId, data)
  if (slot.place === 'media') return { ...draft, media: [...draft.media, file] }
  if (slot.place === 'replacement') {
    const former = sameFileIn(draft.media, slot)
    return { ...draft, media: draft.media.map(item => (item === former ? inPlaceOf(item, file) : item)) }
  }
  return {
    ...draft,
    media: draft.media.map(item =>
      item.key === slot.key ? { ...item, thumbnail: { objectId, data } } : item,
    ),
  }
}
