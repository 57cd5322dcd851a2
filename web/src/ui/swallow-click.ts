/** The click that a drag ends with is none, even if the button is released long after Escape. One of the keyboard's is. */
export const swallowClick = (): void => {
  const done = new AbortController()
  const stop = (event: MouseEvent) => {
    if (event.detail === 0) return
    event.preventDefault()
    event.stopPropagation()
    done.abort()
  }
  window.addEventListener('click', stop, { capture: true, signal: done.signal })
  window.addEventListener('pointerdown', () => done.abort(), { capture: true, signal: done.signal })
}
