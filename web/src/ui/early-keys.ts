/** What is typed before a field that is still to come has the focus; null while nothing waits for one. */
let typed: string | null = null
let giveUp: () => void = () => undefined

const onKeyDown = (event: KeyboardEvent): void => {
  // What an input method composes arrives where the focus is.
  if (typed === null || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Escape') giveUp()
  const isCharacter = [...event.key].length === 1
  if (!isCharacter && !['Backspace', 'Enter', 'Escape'].includes(event.key)) return
  if (isCharacter) typed += event.key
  if (event.key === 'Backspace') typed = [...typed].slice(0, -1).join('')
  event.preventDefault()
  // On the way down: no shortcut of the page is pressed.
  event.stopPropagation()
}

/** From now on keys are kept for a field that is still to come, and press no shortcut. `onEscape`: nobody waits for it any more. */
export const keepEarlyKeys = (onEscape: () => void): void => {
  typed = ''
  giveUp = onEscape
  window.addEventListener('keydown', onKeyDown, true)
}

/** Ends the keeping. @returns what was typed in the meantime */
export const takeEarlyKeys = (): string => {
  window.removeEventListener('keydown', onKeyDown, true)
  const text = typed ?? ''
  typed = null
  return text
}
