import { parseJson } from '#domain/kernel/json.ts'
import type { Draft } from './draft.ts'

/** An unsaved draft on this device, with the version it was based on and the time of the backup (milliseconds). */
export type Backup = { readonly version: number; readonly draft: Draft; readonly keptAt: number }

/** Where drafts survive a reload, a crash and being offline. */
export type LocalBackup = {
  readonly read: (postSocialId: number) => Backup | null
  readonly store: (postSocialId: number, backup: Backup) => void
  readonly drop: (postSocialId: number) => void
}

const isBackup = (value: unknown): value is Backup => {
  const backup = value as Partial<Backup> | null
  return (
    typeof backup?.version === 'number' &&
    typeof backup.keptAt === 'number' &&
    typeof backup.draft?.message === 'string' &&
    Array.isArray(backup.draft.media) &&
    backup.draft.media.every(item => typeof item === 'object' && item !== null)
  )
}

/** A backup made by an older Galley lacks newer fields of a draft. */
const complete = (draft: Draft): Draft => ({
  ...draft,
  mentions: draft.mentions ?? [],
  awaitedFiles: draft.awaitedFiles ?? [],
  isFollowing: draft.isFollowing ?? false,
  media: draft.media.map(item => ({ ...item, thumbnail: item.thumbnail ?? null })),
})

/** Backups in the browser's storage, separate for each person who signs in here. */
export const localBackupOf = (userId: number, storage: Storage = window.localStorage): LocalBackup => {
  const keyOf = (id: number) => `galley-draft-${userId}-${id}`
  return {
    read: id => {
      const value = parseJson(storage.getItem(keyOf(id)) ?? '')
      // An older or damaged backup is ignored.
      return isBackup(value) ? { ...value, draft: complete(value.draft) } : null
    },
    store: (id, backup) => {
      try {
        storage.setItem(keyOf(id), JSON.stringify(backup))
      } catch (error) {
        // Storage is full or forbidden: saving on the server works without a backup.
        if (!(error instanceof DOMException)) throw error
      }
    },
    drop: id => storage.removeItem(keyOf(id)),
  }
}
