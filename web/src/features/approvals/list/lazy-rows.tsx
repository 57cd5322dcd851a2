import { type ReactNode, useEffect, useRef, useState } from 'react'

/** About the height of a card with its gap, in pixels, until the real one is known. */
const rowHeight = 140
/** How far from the screen rows are put into the page, in pixels. */
const nearPx = 1200

type Props = {
  readonly label: string
  readonly className: string | undefined
  readonly count: number
  /** Shown without asking where the screen is. */
  readonly isFirst: boolean
  readonly children: () => ReactNode
}

/**
 * Some rows of a long list, which are in the page only near the screen; elsewhere a gap of their height stands for them. Rows that hold the
 * focus stay.
 */
export function LazyRows({ label, className, count, isFirst, children }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [isNear, setNear] = useState(isFirst)
  const [height, setHeight] = useState(count * rowHeight)
  useEffect(() => {
    const { current: element } = list
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        const { isIntersecting, boundingClientRect } = entry
        if (!isIntersecting && element.contains(document.activeElement)) return
        if (!isIntersecting) setHeight(boundingClientRect.height)
        setNear(isIntersecting)
      },
      { rootMargin: `${nearPx}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <ul ref={list} className={className} aria-label={label} style={isNear ? undefined : { height }}>
      {isNear && children()}
    </ul>
  )
}
