import type { Draft } from './draft.ts'

/** An unsaved draft on this device, with the version it was based on and the time of the backup (milliseconds). */
export type KeptDraft = { readonly version: number; readonly draft: Draft; readonly keptAt: number }

/** Where drafts survive a reload, a crash and being offline. */
export type KeptDrafts = {
  readonly read: (postSocialId: number) => KeptDraft | null
  readonly keep: (postSocialId: number, kept: KeptDraft) => void
  readonly drop: (postSocialId: number) => void
}

const isKept = (value: unknown): value is KeptDraft => {
  const kept = value as Partial<KeptDraft> | null
  return (
    typeof kept?.version === 'number' &&
    typeof kept.keptAt === 'number' &&
    typeof kept.draft?.message === 'string' &&
    Array.isArray(kept.draft.media)
  )
}

/** A backup made by an older Galley lacks newer fields of a draft. */
const complete = (draft: Draft): Draft => ({
  ...draft,
  mentions: draft.mentions ?? [],
  media: draft.media.map(item => ({ ...item, thumbnail: item.thumbnail ?? null })),
})

/** Backups in the browser's storage, separate for each person who signs in here. */
export const keptDraftsOf = (userId: number, storage: Storage = window.localStorage): KeptDrafts => {
  const keyOf = (id: number) => `galley-draft-${userId}-${id}`
  return {
    read: id => {
      try {
        const value: unknown = JSON.parse(storage.getItem(keyOf(id)) ?? 'null')
        return isKept(value) ? { ...value, draft: complete(value.draft) } : null
      } catch {
        return null // an older or damaged backup is ignored
      }
    },
    keep: (id, kept) => {
      try {
        storage.setItem(keyOf(id), JSON.stringify(kept))
      } catch (error) {
        // Storage is full or forbidden: saving on the server works without a backup.
        if (!(error instanceof DOMException)) throw error
      }
    },
    drop: id => storage.removeItem(keyOf(id)),
  }
}
