import { plainLines } from '#domain/kernel/text.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Post } from '#domain/posts/model.ts'
import type { PostSave } from '#web/features/posts/api.ts'
import { ApiError, reportUnexpected } from '#web/platform/api-error.ts'
import { signalCharactersRemoved } from '#web/platform/transport.ts'
import { afterSave, asStored, type Draft, draftOf, isChanged, losesCharacters, saveOf } from './draft.ts'
import { afterBackup, type Entry, entriesOf, entryOf, merged, rebased, replaced } from './draft-entries.ts'
import type { LocalBackup } from './local-backup.ts'
import { afterEdit, afterFollowing, afterReceiving, changedWith } from './shared-drafts.ts'

/** The pause in typing after which the draft is saved: with the call it stays within 2 s (docs/product/interface.md "Saving"). */
export const pauseBeforeSave = 1200
const pauseBeforeRetry = 5000
/** After a key, the time for its paint; then the page hears of it and the backup is written, once for several fast keys (decision 36). */
const pauseBeforeShowing = 60
/** Refusals that may be over once the post is loaded again. */
const outdated: readonly string[] = ['stale_version', 'already_live', 'being_published']
const RETRIES_MAX = 3

const isVideoConverting = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'video_converting'

/** Whether the next save is tried by itself. */
const isTriedAgain = (save: SaveState): boolean =>
  save.kind === 'offline' || (save.kind === 'refused' && isVideoConverting(save.error))

export type SaveState =
  | { readonly kind: 'clean' }
  | { readonly kind: 'saved'; readonly at: number }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'refused'; readonly error: unknown }

/** Whether somebody has to do something before it can be saved. */
export const isRefusedForGood = (save: SaveState): boolean => save.kind === 'refused' && !isTriedAgain(save)

export type DraftState = {
  readonly entries: ReadonlyMap<number, Entry>
  readonly save: SaveState
}

type Dependencies = {
  readonly save: (body: PostSave) => Promise<Post>
  readonly load: () => Promise<Post>
  readonly backup: LocalBackup
  readonly now: () => number
}

/**
 * The drafts of one post. What it holds is always current; its listeners hear a little later of what is typed. Saves after a pause, keeps a backup of unsaved text on this device, takes over what others save as
 * long as nothing is being written, and asks if both have changed. Lives as long as the screen.
 */
export class DraftStore {
  readonly #dependencies: Dependencies
  #state: DraftState
  #timer: ReturnType<typeof setTimeout> | undefined
  #settling: ReturnType<typeof setTimeout> | undefined
  readonly #withoutBackup = new Set<number>()
  #running: Promise<boolean> | null = null
  /** How often in a row a save was refused as outdated. */
  #retries = 0
  readonly #listeners = new Set<() => void>()

  constructor(post: Post, dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#state = { entries: entriesOf(post, dependencies.backup), save: { kind: 'clean' } }
  }

  readonly getState = (): DraftState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #set(next: Partial<DraftState>, isTyped = false): void {
    this.#state = { ...this.#state, ...next }
    if (!isTyped) this.settle()
    else this.#settling ??= setTimeout(() => this.settle(), pauseBeforeShowing)
  }

  /** Writes the backups, and tells the listeners, of everything up to now. */
  readonly settle = (): void => {
    clearTimeout(this.#settling)
    this.#settling = undefined
    for (const id of this.#withoutBackup) this.#backUp(id)
    this.#withoutBackup.clear()
    for (const listener of this.#listeners) listener()
  }

  #backUp(id: number): void {
    const { backup, now } = this.#dependencies
    const entry = this.#state.entries.get(id)
    if (!entry) return
    const { saved, draft } = entry
    if (isChanged(draft, saved)) backup.store(id, { version: saved.version, draft, keptAt: now() })
    else if (entry.backup === null) backup.drop(id)
  }

  #put(entries: readonly Entry[], saving: SaveState = this.#state.save, isTyped = false): void {
    for (const { saved } of entries) this.#withoutBackup.add(saved.id)
    const next = new Map([...this.#state.entries, ...entries.map(entry => [entry.saved.id, entry] as const)])
    this.#set({ entries: next, save: saving }, isTyped)
  }

  #changed(): Entry[] {
    return [...this.#state.entries.values()].filter(entry => isChanged(entry.draft, entry.saved))
  }

  #hasConflict(): boolean {
    return [...this.#state.entries.values()].some(({ theirs }) => theirs !== null)
  }

  #schedule(pause: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.saveNow(), pause)
  }

  /** Takes over what the server says now. Own changes stay; if both sides changed, it is a conflict. */
  receive(fresh: Post): void {
    const { entries } = this.#state
    const staying = fresh.post_socials.flatMap(({ id, follows_shared }) =>
      follows_shared && entries.get(id)?.draft.isFollowing ? id : [],
    )
    const context = { isSaving: this.#running !== null, staying }
    const received = fresh.post_socials.flatMap(saved => {
      const entry = entries.get(saved.id)
      if (entry === undefined) return entryOf(saved, this.#dependencies.backup)
      return saved.version >= entry.saved.version ? merged(entry, saved, context) : []
    })
    this.#put(received)
    this.#put(afterReceiving(this.#state.entries))
    if (this.#hasConflict()) this.#set({ save: { kind: 'conflict' } })
    else if (this.#changed().length > 0 && this.#running === null) this.#schedule(pauseBeforeSave)
  }

  #takeSaved(sent: readonly Entry[], answer: Post): void {
    for (const { saved: before } of sent) {
      const saved = answer.post_socials.find(({ id }) => id === before.id)
      const entry = this.#state.entries.get(before.id)
      if (saved && entry) this.#put([{ ...entry, saved, draft: afterSave(entry.draft, saved), theirs: null }])
    }
    this.#retries = 0
    const isDone = this.#changed().length === 0
    this.#set({ save: isDone ? { kind: 'saved', at: this.#dependencies.now() } : { kind: 'waiting' } })
  }

  async #onFailure(error: unknown): Promise<void> {
    if (error instanceof ApiError && outdated.includes(error.code) && this.#retries < RETRIES_MAX) {
      const before = this.#changed().length
      this.receive(await this.#dependencies.load())
      clearTimeout(this.#timer)
      const left = this.#changed().length
      if (this.#hasConflict()) return
      // The version was outdated but nothing relevant differs, or one of several no longer follows: save again on the new one.
      const isWorthIt = error.code === 'stale_version' || left < before
      this.#retries += 1
      if (left === 0) this.#set({ save: { kind: 'clean' } })
      else if (isWorthIt) this.#schedule(0)
      else this.#set({ save: { kind: 'refused', error } })
    } else if (error instanceof ApiError && error.code === 'unreachable') {
      this.#set({ save: { kind: 'offline' } })
      this.#schedule(pauseBeforeRetry)
    } else if (isVideoConverting(error)) {
      // The network cannot take the video before it is converted, and what was sent may have nothing that its network refuses.
      this.#set({ save: { kind: 'refused', error } })
      this.#schedule(pauseBeforeRetry)
    } else {
      this.#set({ save: { kind: 'refused', error } })
      reportUnexpected(error)
    }
  }

  async #send(isTemporary: boolean | undefined): Promise<boolean> {
    const sent = this.#changed()
    const [first] = this.#state.entries.values()
    // Ending "temporary" needs a version in the body, changed or not.
    const named = sent.length > 0 || first === undefined ? sent : [first]
    // A retry in the background shows nothing until it has worked.
    if (!isTriedAgain(this.#state.save)) this.#set({ save: { kind: 'saving' } })
    try {
      const answer = await this.#dependencies.save({
        post_socials: named.map(({ draft, saved }) => saveOf(draft, saved)),
        ...(isTemporary === undefined ? {} : { is_temporary: isTemporary }),
      })
      this.#takeSaved(named, answer)
      return true
    } catch (error) {
      this.#running = null
      await this.#onFailure(error)
      return false
    }
  }

  /** Saves whatever is unsaved. @returns whether everything is on the server now. */
  async saveNow(isTemporary?: boolean): Promise<boolean> {
    clearTimeout(this.#timer)
    if (this.#running !== null) await this.#running
    if (this.#hasConflict()) return false
    if (this.#changed().length === 0 && isTemporary === undefined) return true
    this.#running = this.#send(isTemporary)
    const isSaved = await this.#running
    this.#running = null
    // The person typed on during the save, or there is an order that only a second save can express.
    return isSaved && this.#changed().length > 0 ? this.saveNow() : isSaved
  }

  /** Changes a draft by hand, and those that share its content. `isReplacing`: the text comes from outside its editor. */
  edit(id: number, change: (draft: Draft) => Draft, isReplacing = false): void {
    const entry = this.#state.entries.get(id)
    if (!entry) return
    const written = change(entry.draft)
    const draft = asStored(written)
    if (draft !== written && losesCharacters(written)) signalCharactersRemoved()
    if (draft === entry.draft) return
    const changed = afterEdit(this.#state.entries, id, draft)
    this.#change(
      changed.map(each => (isReplacing && each.saved.id === id ? replaced(each) : each)),
      false,
    )
  }

  /** Takes the message as its editor has it after a key. The rest of the page is told once the key is painted. */
  type(id: number, typed: string): void {
    const message = plainLines(typed)
    const entry = this.#state.entries.get(id)
    if (!entry || entry.draft.message === message) return
    this.#change(afterEdit(this.#state.entries, id, { ...entry.draft, message }), true)
  }

  #change(entries: readonly Entry[], isTyped: boolean): void {
    this.#put(entries, this.#state.save, isTyped)
    const { kind } = this.#state.save
    if (this.#changed().length === 0) {
      clearTimeout(this.#timer)
      if (this.#running === null) this.#set({ save: { kind: 'clean' } }, isTyped)
    } else if (this.#running === null && !this.#hasConflict()) {
      if (kind !== 'offline' && kind !== 'waiting') this.#set({ save: { kind: 'waiting' } }, isTyped)
      this.#schedule(pauseBeforeSave)
    }
  }

  /** Lets a version follow the shared content. @returns what it said before, for Undo; null if nothing else follows */
  follow(id: number): Draft | null {
    const before = this.#state.entries.get(id)
    const entry = afterFollowing(this.#state.entries, id)
    if (!before || !entry) return null
    this.#change([entry], false)
    return before.draft
  }

  /** The networks that a conflict of this version is about. */
  conflictOver(id: number): SocialNetwork[] {
    return this.#inConflictWith(id).map(({ saved }) => saved.social_network)
  }

  /** The versions in conflict that are decided about together with this one: all that share its content. */
  #inConflictWith(id: number): Entry[] {
    return changedWith(this.#state.entries, id).flatMap(each => {
      const entry = this.#state.entries.get(each)
      return entry?.theirs ? entry : []
    })
  }

  /** Resolves a conflict: `mine` overwrites theirs, `theirs` drops what was written here. */
  resolve(id: number, choice: 'mine' | 'theirs'): void {
    this.#put(
      this.#inConflictWith(id).map(entry => {
        const saved = entry.theirs ?? entry.saved
        const draft = choice === 'mine' ? rebased(entry.draft, saved) : draftOf(saved)
        return replaced({ ...entry, saved, draft, theirs: null })
      }),
    )
    if (this.#hasConflict()) return
    const isWaiting = this.#changed().length > 0
    this.#set({ save: { kind: isWaiting ? 'waiting' : 'clean' } })
    if (isWaiting) this.#schedule(0)
  }

  /** Restores or discards the backup of this device, of all versions that share what is kept. */
  answerBackup(id: number, isRestoring: boolean): void {
    const { entries } = this.#state
    const isShared = (entry: Entry | undefined) => entry?.backup?.draft.isFollowing === true
    const together = isShared(entries.get(id))
      ? changedWith(entries, id).filter(each => isShared(entries.get(each)))
      : []
    const answered = (together.includes(id) ? together : [id]).flatMap(each => {
      const entry = entries.get(each)
      return entry?.backup ? afterBackup(entry, entry.backup, isRestoring) : []
    })
    if (answered.length === 0) return
    this.#put(answered)
    if (!isRestoring) return
    this.#put(afterReceiving(this.#state.entries))
    this.#set({ save: { kind: this.#hasConflict() ? 'conflict' : 'waiting' } })
    if (!this.#hasConflict()) this.#schedule(0)
  }

  /** Replaces what a version says: by what it said, from Undo, or by its text with parameters in its links. */
  restore(id: number, draft: Draft): void {
    const entry = this.#state.entries.get(id)
    if (!entry) return
    this.#put([replaced({ ...entry, draft: rebased(draft, entry.saved) })])
    if (this.#changed().length > 0 && !this.#hasConflict()) this.#schedule(0)
  }

  hasUnsaved(): boolean {
    return this.#changed().length > 0
  }

  stop(): void {
    this.settle()
    clearTimeout(this.#timer)
  }
}
