import { lazy, Suspense, useEffect, useId, useState } from 'react'

const HintBubble = lazy(() =>
  import('../popup/hint-bubble.tsx').then(module => ({ default: module.HintBubble })),
)

/** Long enough that a pointer passing by opens nothing. */
const POINTER_DELAY_MS = 400

const ANSWERED = '[data-answer]'

const elementOf = ({ target }: Event): HTMLElement | null => (target instanceof HTMLElement ? target : null)

/** The failed badge of what has the focus: of a card, a row or a button, whose cells and links have no badge of their own. */
const badgeBeside = (focused: HTMLElement | null): HTMLElement | null => {
  const box = focused?.closest(`${ANSWERED}, li, button, [role="row"], [role="group"]`)
  return box instanceof HTMLElement && box.matches(ANSWERED) ? box : (box?.querySelector(ANSWERED) ?? null)
}

/**
 * What a network answered about a post that failed, next to its badge: on hover, with the keyboard's focus, and on a tap (docs/product/publishing.md
 * "Failure reasons"). One for the whole page, because lists of badges are drawn without listeners.
 */
export function AnswerHint() {
  const id = useId()
  const [badge, setBadge] = useState<HTMLElement | null>(null)
  useEffect(() => listen(badgeShown => setBadge(badgeShown)), [])
  useEffect(() => {
    const described = document.activeElement
    if (!badge || badgeBeside(described instanceof HTMLElement ? described : null) !== badge) return
    described?.setAttribute('aria-describedby', id)
    return () => described?.removeAttribute('aria-describedby')
  }, [badge, id])
  return (
    <Suspense fallback={null}>
      {badge?.dataset.answer !== undefined && (
        <HintBubble id={id} label={badge.dataset.answer} target={badge} isShown multiline maw={360} />
      )}
    </Suspense>
  )
}

const listen = (show: (badge: HTMLElement | null) => void): (() => void) => {
  const stop = new AbortController()
  const { signal } = stop
  let timer: ReturnType<typeof setTimeout> | undefined
  let pointed: HTMLElement | null = null
  const showNow = (badge: HTMLElement | null) => {
    clearTimeout(timer)
    pointed = badge
    show(badge)
  }
  const onPointerOver = (event: PointerEvent) => {
    const badge = elementOf(event)?.closest<HTMLElement>(ANSWERED) ?? null
    if (event.pointerType === 'touch' || badge === pointed) return
    if (badge === null) return showNow(null)
    pointed = badge
    clearTimeout(timer)
    timer = setTimeout(() => show(badge), POINTER_DELAY_MS)
  }
  const onFocusIn = (event: FocusEvent) => {
    const focused = elementOf(event)
    if (focused?.matches(':focus-visible')) showNow(badgeBeside(focused))
  }
  // Before the card below the badge hears of it and opens the post.
  const onClick = (event: MouseEvent) => {
    const badge = elementOf(event)?.closest<HTMLElement>(ANSWERED) ?? null
    const isTap = event instanceof PointerEvent && event.pointerType === 'touch'
    if (!isTap || badge === null) return showNow(null)
    event.preventDefault()
    event.stopPropagation()
    showNow(badge)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && showNow(null)
  document.addEventListener('pointerover', onPointerOver, { signal })
  document.addEventListener('focusin', onFocusIn, { signal })
  document.addEventListener('focusout', () => showNow(null), { signal })
  document.addEventListener('click', onClick, { signal, capture: true })
  document.addEventListener('keydown', onKeyDown, { signal })
  return () => {
    clearTimeout(timer)
    stop.abort()
  }
}
