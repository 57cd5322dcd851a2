import type { Post, PostSocial } from '#domain/posts/model.ts'
import { ApiError } from '#web/platform/api-error.ts'
import type { PostSave } from '../../api.ts'
import { afterSave, type Draft, draftOf, isChanged, isSame, saveOf } from './draft.ts'
import type { KeptDraft, KeptDrafts } from './kept-drafts.ts'

/** Saved within 2 s of a pause (interface.md "Behave"): the pause itself, and time for the call. */
export const pauseBeforeSave = 1200
const pauseBeforeRetry = 5000

export type Entry = {
  /** What the server has, as far as this screen knows. */
  readonly saved: PostSocial
  readonly draft: Draft
  /** Rises when the text is replaced from outside, so that the editor takes it over. */
  readonly revision: number
  /** Found on this device from an earlier visit: to be restored or thrown away. */
  readonly kept: KeptDraft | null
  /** What somebody else saved while this draft was written. Nothing is saved until the person has chosen. */
  readonly theirs: PostSocial | null
}

export type SaveState =
  | { readonly kind: 'clean' }
  | { readonly kind: 'saved'; readonly at: number }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'refused'; readonly error: unknown }

export type DraftState = {
  readonly entries: ReadonlyMap<number, Entry>
  readonly save: SaveState
}

type Wiring = {
  readonly save: (body: PostSave) => Promise<Post>
  readonly load: () => Promise<Post>
  readonly kept: KeptDrafts
  readonly now: () => number
}

export type DraftStore = ReturnType<typeof createDraftStore>

/**
 * What is being written on one post. It saves by itself after a pause, keeps on this device what is not saved, takes over what
 * others save where nothing is being written, and asks where both have changed. Lives as long as the screen.
 */
export const createDraftStore = (post: Post, { save, load, kept, now }: Wiring) => {
  let state: DraftState = {
    entries: new Map(post.post_socials.map(saved => [saved.id, entryOf(saved, kept)])),
    save: { kind: 'clean' },
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | null = null
  const listeners = new Set<() => void>()

  const set = (next: Partial<DraftState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const put = (entry: Entry, saving: SaveState = state.save) => {
    set({ entries: new Map(state.entries).set(entry.saved.id, entry), save: saving })
    if (!isChanged(entry.draft, entry.saved)) {
      if (entry.kept === null) kept.drop(entry.saved.id)
    } else kept.keep(entry.saved.id, { version: entry.saved.version, draft: entry.draft, keptAt: now() })
  }
  const changed = () => [...state.entries.values()].filter(entry => isChanged(entry.draft, entry.saved))
  const hasConflict = () => [...state.entries.values()].some(({ theirs }) => theirs !== null)

  const schedule = (pause: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void saveNow(), pause)
  }

  /** What the server says now. Own changes stay; where both sides changed it is a conflict. */
  const receive = (fresh: Post) => {
    for (const saved of fresh.post_socials) {
      const entry = state.entries.get(saved.id)
      if (entry === undefined) put(entryOf(saved, kept))
      else if (saved.version >= entry.saved.version) put(merged(entry, saved, running !== null))
    }
    if (hasConflict()) set({ save: { kind: 'conflict' } })
    else if (changed().length > 0 && running === null) schedule(pauseBeforeSave)
  }

  const takeSaved = (sent: readonly Entry[], answer: Post) => {
    for (const { saved: before } of sent) {
      const saved = answer.post_socials.find(({ id }) => id === before.id)
      const entry = state.entries.get(before.id)
      if (saved && entry) put({ ...entry, saved, draft: afterSave(entry.draft, saved), theirs: null })
    }
    const isDone = changed().length === 0
    set({ save: isDone ? { kind: 'saved', at: now() } : { kind: 'waiting' } })
  }

  const onFailure = async (error: unknown) => {
    if (error instanceof ApiError && error.code === 'stale_version') {
      receive(await load())
      // The version was old and nothing of substance differs: save again on the new one.
      if (!hasConflict()) schedule(0)
    } else if (error instanceof ApiError && error.code === 'unreachable') {
      set({ save: { kind: 'offline' } })
      schedule(pauseBeforeRetry)
    } else set({ save: { kind: 'refused', error } })
  }

  const send = async (isTemporary: boolean | undefined): Promise<boolean> => {
    const sent = changed()
    const all = [...state.entries.values()]
    const first = all[0]
    // Leaving "temporary" needs a version to be named, changed or not.
    const named = sent.length > 0 || first === undefined ? sent : [first]
    // A retry in the background says nothing new until it has worked.
    if (state.save.kind !== 'offline') set({ save: { kind: 'saving' } })
    try {
      const answer = await save({
        post_socials: named.map(({ draft, saved }) => saveOf(draft, saved)),
        ...(isTemporary === undefined ? {} : { is_temporary: isTemporary }),
      })
      takeSaved(named, answer)
      return true
    } catch (error) {
      running = null
      await onFailure(error)
      return false
    }
  }

  /** Saves what is not saved. @returns whether everything is on the server now. */
  const saveNow = async (isTemporary?: boolean): Promise<boolean> => {
    clearTimeout(timer)
    if (running !== null) await running
    if (hasConflict()) return false
    if (changed().length === 0 && isTemporary === undefined) return true
    running = send(isTemporary)
    const isSaved = await running
    running = null
    // Typed on meanwhile, or an order that only a second save can say.
    return isSaved && changed().length > 0 ? saveNow() : isSaved
  }

  return {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    receive,
    saveNow,
    /** Changes a draft by hand. `isReplacing`: the text comes from elsewhere than its editor. */
    edit: (id: number, change: (draft: Draft) => Draft, isReplacing = false) => {
      const entry = state.entries.get(id)
      if (!entry) return
      const draft = change(entry.draft)
      if (draft === entry.draft) return
      put({ ...entry, draft, revision: entry.revision + (isReplacing ? 1 : 0) })
      if (changed().length === 0) {
        clearTimeout(timer)
        if (running === null) set({ save: { kind: 'clean' } })
      } else if (running === null && !hasConflict()) {
        if (state.save.kind !== 'offline') set({ save: { kind: 'waiting' } })
        schedule(pauseBeforeSave)
      }
    },
    /** Answers a conflict: `mine` saves over theirs, `theirs` drops what was written here. */
    resolve: (id: number, choice: 'mine' | 'theirs') => {
      const entry = state.entries.get(id)
      if (!entry?.theirs) return
      const { theirs: saved } = entry
      const own = choice === 'mine' ? rebased(entry.draft, saved) : draftOf(saved)
      put({ ...entry, saved, draft: own, theirs: null, revision: entry.revision + 1 })
      if (!hasConflict()) set({ save: { kind: changed().length > 0 ? 'waiting' : 'clean' } })
      if (changed().length > 0 && !hasConflict()) schedule(0)
    },
    /** Answers the offer of what was kept on this device. */
    answerKept: (id: number, isRestoring: boolean) => {
      const entry = state.entries.get(id)
      if (!entry?.kept) return
      const { draft, version } = entry.kept
      if (!isRestoring) put({ ...entry, kept: null })
      else if (version === entry.saved.version)
        put({ ...entry, draft, kept: null, revision: entry.revision + 1 }, { kind: 'waiting' })
      else put({ ...entry, draft, kept: null, theirs: entry.saved }, { kind: 'conflict' })
      if (isRestoring && !hasConflict()) schedule(0)
    },
    /** Brings an earlier draft back, for Undo: files that were saved away meanwhile are attached anew. */
    restore: (id: number, draft: Draft) => {
      const entry = state.entries.get(id)
      if (!entry) return
      put({ ...entry, draft: rebased(draft, entry.saved), revision: entry.revision + 1 })
      if (changed().length > 0 && !hasConflict()) schedule(0)
    },
    hasUnsaved: () => changed().length > 0,
    stop: () => clearTimeout(timer),
  }
}

const entryOf = (saved: PostSocial, keptDrafts: KeptDrafts): Entry => {
  const draft = draftOf(saved)
  const kept = keptDrafts.read(saved.id)
  const isNews = kept !== null && !isSame(kept.draft, draft)
  return { saved, draft, revision: 0, kept: isNews ? kept : null, theirs: null }
}

/** Mine on top of theirs: files that they removed are attached anew, theirs are detached by the save. */
const rebased = (draft: Draft, saved: PostSocial): Draft => {
  const there = new Set(saved.attachments.map(({ id }) => id))
  return {
    ...draft,
    media: draft.media.map(item =>
      item.attachmentId !== null && !there.has(item.attachmentId) ? { ...item, attachmentId: null } : item,
    ),
  }
}

const merged = (entry: Entry, saved: PostSocial, isSaving: boolean): Entry => {
  const isNewer = saved.version > entry.saved.version
  if (!isChanged(entry.draft, entry.saved)) {
    const draft = isNewer ? { ...draftOf(saved) } : entry.draft
    const isReplaced = draft.message !== entry.draft.message
    return { ...entry, saved, draft, revision: entry.revision + (isReplaced ? 1 : 0) }
  }
  // While a save runs, what comes back may be its own result: the answer or its conflict tells.
  if (!isNewer || isSaving) return isNewer ? entry : { ...entry, saved }
  if (!isChanged(draftOf(entry.saved), saved)) return { ...entry, saved }
  return isSame(entry.draft, draftOf(saved)) ? { ...entry, saved } : { ...entry, theirs: saved }
}
