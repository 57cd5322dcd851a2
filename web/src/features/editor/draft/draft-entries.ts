import type { Post, PostSocial } from '#domain/posts/model.ts'
import { isClosedVersion } from '#domain/posts/status.ts'
import { type Draft, draftOf, isChanged, isSame, sameTextsAndMedia } from './draft.ts'
import { withServerFacts } from './draft-media.ts'
import type { Backup, LocalBackup } from './local-backup.ts'

/** One version of the open post. */
export type Entry = {
  /** What the server has, as far as this screen knows. */
  readonly saved: PostSocial
  readonly draft: Draft
  /** Increases when the text is replaced from outside, so that the editor takes it over. */
  readonly revision: number
  /** A backup on this device from an earlier visit: to be restored or discarded. */
  readonly backup: Backup | null
  /** What somebody else saved while this draft was being written. Nothing is saved until the person has chosen. */
  readonly theirs: PostSocial | null
}

/** A loaded version, with this device's backup of it if that differs. */
export const entryOf = (saved: PostSocial, backups: LocalBackup): Entry => {
  const draft = draftOf(saved)
  const backup = backups.read(saved.id)
  const isNews = backup !== null && !isSame(backup.draft, draft)
  return { saved, draft, revision: 0, backup: isNews ? backup : null, theirs: null }
}

/** The versions of a post by their id. */
export const entriesOf = (post: Post, backup: LocalBackup): ReadonlyMap<number, Entry> =>
  new Map(post.post_socials.map(saved => [saved.id, entryOf(saved, backup)]))

/** The own draft on top of theirs: files that they removed are attached again, and theirs are detached by the save. */
export const rebased = (draft: Draft, saved: PostSocial): Draft => {
  const there = new Set(saved.attachments.map(({ id }) => id))
  return {
    ...draft,
    media: draft.media.map(item =>
      item.attachmentId !== null && !there.has(item.attachmentId) ? { ...item, attachmentId: null } : item,
    ),
  }
}

/**
 * A version that no longer follows, because somebody has adapted it or it is being published, while it does so here: what was written here
 * for all goes on in those that stay.
 */
const hasLeft = ({ saved: before, draft }: Entry, saved: PostSocial, staying: readonly number[]): boolean =>
  draft.isFollowing &&
  // One that was published with all others has left already, and is left behind when one of them fails and follows again.
  (before.follows_shared || isClosedVersion(saved.status)) &&
  !saved.follows_shared &&
  staying.some(id => id !== saved.id)

/** The draft in which nothing is written, following as the server says: publishing changes that without raising the version. */
const followingAs = (draft: Draft, { follows_shared: isFollowing }: PostSocial): Draft =>
  draft.isFollowing === isFollowing ? draft : { ...draft, isFollowing }

/**
 * A newer version of one that follows here and there, if somebody else has changed nothing that is shared: their type and mentions with
 * what was written here. Null: they have.
 */
const withTheirOwnParts = (entry: Entry, saved: PostSocial): Entry | null => {
  const [before, theirs, { draft }] = [draftOf(entry.saved), draftOf(saved), entry]
  const isShared = draft.isFollowing && before.isFollowing && theirs.isFollowing
  if (!isShared || !sameTextsAndMedia(before, theirs)) return null
  const merged: Draft = {
    ...rebased(draft, saved),
    type: draft.type === before.type ? theirs.type : draft.type,
    awaitedFiles:
      draft.awaitedFiles.join('/') === before.awaitedFiles.join('/')
        ? theirs.awaitedFiles
        : draft.awaitedFiles,
    mentions: [...theirs.mentions, ...draft.mentions],
  }
  return { ...entry, saved, draft: merged }
}

/** Takes over what the server says now. Own changes stay; if both sides changed, it is a conflict. `staying`: the ids of the versions that follow the shared content both here and there. */
export const merged = (
  before: Entry,
  saved: PostSocial,
  { isSaving, staying }: { readonly isSaving: boolean; readonly staying: readonly number[] },
): Entry => {
  const media = withServerFacts(before.draft.media, saved)
  const isKnown = media === before.draft.media
  const entry = isKnown ? before : { ...before, draft: { ...before.draft, media } }
  const isNewer = saved.version > entry.saved.version
  if (hasLeft(entry, saved, staying))
    return { ...entry, saved, draft: draftOf(saved), theirs: null, revision: entry.revision + 1 }
  if (!isChanged(entry.draft, entry.saved)) {
    const draft = isNewer ? { ...draftOf(saved) } : followingAs(entry.draft, saved)
    const isReplaced = draft.message !== entry.draft.message
    return { ...entry, saved, draft, revision: entry.revision + (isReplaced ? 1 : 0) }
  }
  // While a save is running, an update may be its own result: the response or its conflict will tell.
  if (!isNewer || isSaving) return isNewer ? entry : { ...entry, saved }
  if (!isChanged(draftOf(entry.saved), saved)) return { ...entry, saved }
  if (isSame(entry.draft, draftOf(saved))) return { ...entry, saved }
  return withTheirOwnParts(entry, saved) ?? { ...entry, theirs: saved }
}

/** The entry whose text was replaced from outside its editor. */
export const replaced = (entry: Entry): Entry => ({ ...entry, revision: entry.revision + 1 })

/** The entry once its backup was restored or discarded. One that is older than what was saved since is a conflict. */
export const afterBackup = (entry: Entry, { draft, version }: Backup, isRestoring: boolean): Entry => {
  const { saved } = entry
  if (!isRestoring) return { ...entry, backup: null }
  return version === saved.version
    ? replaced({ ...entry, draft, backup: null })
    : { ...entry, draft, backup: null, theirs: saved }
}
