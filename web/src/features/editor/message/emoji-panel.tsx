import { Button, Loader } from '@mantine/core'
import compact from 'emojibase-data/en/compact.json?url'
import { EmojiPicker } from 'frimousse'
import { useEffect, useRef, useState } from 'react'
import { readEmoji } from './emoji-data.ts'
import classes from './emoji-panel.module.css'

const storageKey = 'galley-recent-emoji'
/** Two rows of the picker. */
const mostRecent = 16

/** The emoji chosen last on this device, the newest first. */
const readRecentEmoji = (): readonly string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.filter(emoji => typeof emoji === 'string' && emoji !== '').slice(0, mostRecent)
  } catch (error) {
    // A browser that keeps nothing, or a value that somebody else wrote.
    if (error instanceof SyntaxError || error instanceof DOMException) return []
    throw error
  }
}

/** Puts an emoji first. */
const addRecentEmoji = (emoji: string): void => {
  const others = readRecentEmoji().filter(other => other !== emoji)
  try {
    localStorage.setItem(storageKey, JSON.stringify([emoji, ...others].slice(0, mostRecent)))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}

const skinTones = {
  light: 'Light skin tone',
  'medium-light': 'Medium-light skin tone',
  medium: 'Medium skin tone',
  'medium-dark': 'Medium-dark skin tone',
  dark: 'Dark skin tone',
} as const

/** The emoji by group, with a search and those chosen last. The data comes from this server, like everything else. */
export function EmojiPanel({ onChoose }: { readonly onChoose: (emoji: string) => void }) {
  const [recent] = useState(readRecentEmoji)
  const [search, setSearch] = useState('')
  const [attempt, setAttempt] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  const searchRef = useRef<HTMLInputElement>(null)
  // Without scrolling: before it has its place the picker is at the top of the page.
  useEffect(() => searchRef.current?.focus({ preventScroll: true }), [])
  const choose = (emoji: string) => {
    addRecentEmoji(emoji)
    onChoose(emoji)
  }
  if (hasFailed)
    return (
      <div className={classes.note} role="alert">
        The emoji could not be loaded.
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            setFailed(false)
            setAttempt(attempt + 1)
          }}
        >
          Retry
        </Button>
      </div>
    )
  return (
    <EmojiPicker.Root
      key={attempt}
      className={classes.panel}
      locale="en"
      columns={8}
      resolveEmojiData={async (_locale, { signal }) => {
        try {
          const answer = await fetch(compact, signal ? { signal } : {})
          if (!answer.ok) throw new TypeError(`emoji: ${answer.status}`)
          return { locale: 'en', skinTones, ...readEmoji(await answer.json()) }
        } catch (error) {
          if (error instanceof TypeError) setFailed(true)
          throw error
        }
      }}
      onEmojiSelect={({ emoji }) => choose(emoji)}
    >
      <div className={classes.head}>
        <EmojiPicker.Search
          className={classes.search}
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
          placeholder="Search emoji"
          aria-label="Search emoji"
          ref={searchRef}
        />
        <EmojiPicker.SkinToneSelector className={classes.tone} aria-label="Skin tone" />
      </div>
      {recent.length > 0 && search === '' && (
        <section className={classes.recent} aria-label="Recent emoji">
          {recent.map(emoji => (
            <button key={emoji} type="button" className={classes.emoji} onClick={() => choose(emoji)}>
              {emoji}
            </button>
          ))}
        </section>
      )}
      <EmojiPicker.Viewport className={classes.viewport} tabIndex={0}>
        <EmojiPicker.Loading className={classes.note}>
          <Loader size={14} color="gray" /> Loading…
        </EmojiPicker.Loading>
        <EmojiPicker.Empty className={classes.note}>No emoji found. Try another word.</EmojiPicker.Empty>
        <EmojiPicker.List
          className={classes.list}
          components={{
            CategoryHeader: ({ category, ...props }) => (
              <div {...props} className={classes.category}>
                {category.label}
              </div>
            ),
            Emoji: ({ emoji, ...props }) => (
              <button {...props} type="button" className={classes.emoji} data-active={emoji.isActive}>
                {emoji.emoji}
              </button>
            ),
          }}
        />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  )
}
