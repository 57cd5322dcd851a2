import {
  editVersion,
  followersIn,
  type SharingVersion,
  sharedSource,
  takeShared,
} from '#domain/posts/shared-content.ts'
import { isClosedVersion } from '#domain/posts/status.ts'
import type { Draft } from './draft.ts'
import { isChanged } from './draft.ts'
import type { Entry } from './draft-entries.ts'

type Entries = ReadonlyMap<number, Entry>

/** The versions as the rules of shared content see them. */
export const versionsOf = (entries: Entries): SharingVersion<Draft>[] =>
  [...entries.values()].map(({ saved, draft }) => ({
    id: saved.id,
    network: saved.social_network,
    draft,
    isClosed: isClosedVersion(saved.status),
  }))

/** The ids of the versions that a change of this one changes too, itself included; only itself if it is adapted. */
export const changedWith = (entries: Entries, id: number): readonly number[] => {
  const followers = followersIn(versionsOf(entries)).map(version => version.id)
  return followers.includes(id) ? followers : [id]
}

/** The entries that an edit of one version changes (docs/product/posts.md "Shared content"). */
export const afterEdit = (entries: Entries, id: number, draft: Draft): Entry[] =>
  [...editVersion(versionsOf(entries), id, draft)].flatMap(([each, changed]) => {
    const entry = entries.get(each)
    if (!entry) return []
    const isReplaced = each !== id && entry.draft.message !== changed.message
    return { ...entry, draft: changed, revision: entry.revision + (isReplaced ? 1 : 0) }
  })

/** The version with the shared content, or null if there is none to follow. */
export const afterFollowing = (entries: Entries, id: number): Entry | null => {
  const entry = entries.get(id)
  const source = sharedSource(versionsOf(entries), id)
  if (!entry || !source) return null
  const draft = takeShared(entry.saved.social_network, entry.draft, source)
  return { ...entry, draft, revision: entry.revision + 1 }
}

/** The followers that do not say yet what was written here, with it: for instance one that somebody else has made follow. */
export const afterReceiving = (entries: Entries): Entry[] => {
  const followers = followersIn(versionsOf(entries)).filter(({ id }) => entries.get(id)?.theirs === null)
  const source = followers.find(({ id }) => {
    const entry = entries.get(id)
    return entry !== undefined && isChanged(entry.draft, entry.saved)
  })
  if (!source) return []
  return followers.flatMap(({ id, network, draft: own }) => {
    const entry = entries.get(id)
    if (id === source.id || !entry) return []
    const draft = takeShared(network, own, source, own.type)
    return { ...entry, draft, revision: entry.revision + (draft.message === own.message ? 0 : 1) }
  })
}
