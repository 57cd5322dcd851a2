import type { Problem } from '#domain/networks/model.ts'

/** The places that the list of problems jumps to. */
export const fieldIds = {
  type: 'post-type',
  message: 'post-message',
  first_comment: 'post-first-comment',
  media: 'post-media',
  link: 'post-link',
} as const

/** The parts of the card at this position: its toggle and its link field. */
export const cardIds = (index: number) => ({ toggle: `card-${index}-toggle`, link: `card-${index}-link` })

/** How many frames a field may take to appear: the editor replaces a preview, a card opens. */
const FRAMES_MAX = 60

/** Scrolls to the field that a problem is about, and focuses it. */
export const jumpToField = ({ field, index }: Problem): void => {
  const card = field === 'link' && index !== undefined ? cardIds(index) : null
  const attempt = (left: number): void => {
    const toggle = card && document.getElementById(card.toggle)
    if (toggle?.getAttribute('aria-expanded') === 'false') toggle.click()
    const element =
      document.getElementById(card?.link ?? fieldIds[field]) ??
      (left === 0 ? document.getElementById(fieldIds.message) : null)
    element?.focus()
    if (element && document.activeElement === element) element.scrollIntoView({ block: 'center' })
    else if (left > 0) requestAnimationFrame(() => attempt(left - 1))
  }
  attempt(FRAMES_MAX)
}
