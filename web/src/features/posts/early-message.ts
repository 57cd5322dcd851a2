import { keepEarlyKeys } from '#web/ui/early-keys.ts'

/** How long the editor of a new post may take to appear, in ms. */
const editorMs = 30_000

/**
 * What is typed from now on is the beginning of the new post's message, until its field has the focus and takes it
 * (`takeEarlyLines`). `before`: what was typed already. Escape, or pressing something else, ends it.
 */
export const keepForMessage = (before: string): void => {
  const end = keepEarlyKeys(() => end(), before)
  const ending = { once: true, capture: true } as const
  window.addEventListener('pointerdown', end, ending)
  setTimeout(() => {
    window.removeEventListener('pointerdown', end, ending)
    end()
  }, editorMs)
}
