/** What is typed before a field that is still to come has the focus, Enter as a line break; null while nothing waits for one. */
let typed: string | null = null
let giveUp: () => void = () => undefined
/** Counts what has waited, so that one that is over does not end the next one. */
let turn = 0

const onKeyDown = (event: KeyboardEvent): void => {
  // What an input method composes arrives where the focus is.
  if (typed === null || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
  const isCharacter = [...event.key].length === 1
  if (!isCharacter && !['Backspace', 'Enter', 'Escape'].includes(event.key)) return
  if (isCharacter) typed += event.key
  if (event.key === 'Enter') typed += '\n'
  if (event.key === 'Backspace') typed = [...typed].slice(0, -1).join('')
  event.preventDefault()
  // On the way down: no shortcut of the page is pressed.
  event.stopPropagation()
  if (event.key !== 'Escape') return
  takeEarlyLines()
  giveUp()
}

/**
 * From now on keys are kept for a field that is still to come, and press no shortcut. `onEscape`: nobody waits for it any more.
 * `before`: what was typed already.
 * @returns ends the keeping, unless the keys were taken or something else waits by then
 */
export const keepEarlyKeys = (onEscape: () => void, before = ''): (() => void) => {
  typed = before
  giveUp = onEscape
  turn += 1
  const own = turn
  window.addEventListener('keydown', onKeyDown, true)
  return () => {
    if (own === turn) takeEarlyLines()
  }
}

/** Ends the keeping. @returns what was typed in the meantime, for a field of several lines */
export const takeEarlyLines = (): string => {
  window.removeEventListener('keydown', onKeyDown, true)
  const text = typed ?? ''
  typed = null
  return text
}

/** Ends the keeping. @returns what was typed in the meantime, for a field of one line */
export const takeEarlyKeys = (): string => takeEarlyLines().replaceAll('\n', '')
