import { Alert } from '@mantine/core'
import { type ReactNode, useRef, useSyncExternalStore } from 'react'
import classes from './top-notice.module.css'

type Props = { readonly title: string; readonly color: 'yellow' | 'red'; readonly children: ReactNode }

/** The height of the page's header, in pixels, which stays in sight. */
const HEADER_PX = 52

const onScroll = (listener: () => void) => {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}

/** What a whole page must say, at its top (docs/product/interface.md "Notices of a page"). */
export function TopNotice({ title, color, children }: Props) {
  const whole = useRef<HTMLDivElement>(null)
  const isAway = useSyncExternalStore(onScroll, () => {
    const bottom = whole.current?.getBoundingClientRect().bottom
    return window.scrollY > 0 && bottom !== undefined && bottom <= HEADER_PX
  })
  const show = () => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    whole.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <Alert
        ref={whole}
        tabIndex={-1}
        role="status"
        variant="light"
        color={color}
        c="var(--g-text)"
        radius={0}
        p="xs"
        title={title}
      >
        {children}
      </Alert>
      {isAway && (
        <button type="button" data-notice-strip data-color={color} className={classes.strip} onClick={show}>
          <span className={classes.title}>{title}</span> <span className={classes.show}>Show</span>
        </button>
      )}
    </>
  )
}
