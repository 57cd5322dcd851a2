/** The grid that can be seen; null on a phone. The month before may be kept beside it, unseen. */
export const shownGrid = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[role="table"][data-view]:not([data-kept] *)')
