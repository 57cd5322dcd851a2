import { keepEarlyKeys } from '#web/ui/early-keys.ts'

/** How long the editor of a new post may take to appear, in ms. */
const editorMs = 30_000

/**
 * What is typed from now on is the beginning of the new post's message, until its field is there and takes it (`takeEarlyLines`).
 * `before`: what was typed already. Escape, Tab or pressing something else ends it.
 */
export const keepForMessage = (before: string): void => {
  const done = new AbortController()
  const end = () => {
    done.abort()
    stop()
  }
  const stop = keepEarlyKeys(end, before)
  const listening = { capture: true, signal: done.signal }
  window.addEventListener('pointerdown', end, listening)
  window.addEventListener('keydown', ({ key }) => key === 'Tab' && end(), listening)
  setTimeout(end, editorMs)
}
