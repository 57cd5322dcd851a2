import { type ReactNode, useEffect, useRef, useState } from 'react'

/** About the height of a card with its gap, in pixels, until the real one is known. */
const rowHeight = 100
/** How far from the screen rows are put into the page, in pixels. */
const nearPx = 1200

/** Heights that were measured, by the name of the rows: a list that is opened again has its length, and so its place, at once. */
const measured = new Map<string, number>()

type Props = {
  /** Of these rows, for as long as the page is open. */
  readonly name: string
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
export function LazyRows({ name, label, className, count, isFirst, children }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [isNear, setNear] = useState(isFirst)
  const [height, setHeight] = useState(measured.get(name) ?? count * rowHeight)
  useEffect(() => {
    const { current: element } = list
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        const { isIntersecting, boundingClientRect } = entry
        if (!isIntersecting && element.contains(document.activeElement)) return
        if (boundingClientRect.height > 0) measured.set(name, boundingClientRect.height)
        if (!isIntersecting) setHeight(boundingClientRect.height)
        setNear(isIntersecting)
      },
      { rootMargin: `${nearPx}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [name])
  return (
    <ul ref={list} className={className} aria-label={label} style={isNear ? undefined : { height }}>
      {isNear && children()}
    </ul>
  )
}
