const storageKey = 'galley-recent-emoji'
/** Two rows of the picker. */
const mostRecent = 16

/** The emoji chosen last on this device, the newest first. */
export const readRecentEmoji = (): readonly string[] => {
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
export const addRecentEmoji = (emoji: string): void => {
  const others = readRecentEmoji().filter(other => other !== emoji)
  try {
    localStorage.setItem(storageKey, JSON.stringify([emoji, ...others].slice(0, mostRecent)))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
