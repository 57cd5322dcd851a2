import { useEffect, useMemo, useRef, useState } from 'react'
import type { CalendarEntry } from '#domain/calendar/entries.ts'

type AtCard = { readonly entry: CalendarEntry; readonly at: HTMLElement }

/** A moment, so that nothing opens under a pointer that only passes. */
const previewDelay = 300

/** The one menu and the one preview for all cards. A preview opens after a moment, closes with Escape, and never covers a menu. */
export const useCardOverlays = (hasPreviews: boolean) => {
  const [menu, setMenu] = useState<AtCard | null>(null)
  const [preview, setPreview] = useState<AtCard | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const handlers = useMemo(() => {
    const hidePreview = () => {
      clearTimeout(timer.current)
      setPreview(null)
    }
    return {
      hidePreview,
      showPreview: (entry: CalendarEntry, at: HTMLElement) => {
        clearTimeout(timer.current)
        if (hasPreviews) timer.current = setTimeout(() => setPreview({ entry, at }), previewDelay)
      },
      openMenu: (entry: CalendarEntry, at: HTMLElement) => {
        hidePreview()
        setMenu({ entry, at })
      },
      closeMenu: () => setMenu(null),
    }
  }, [hasPreviews])
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') handlers.hidePreview()
    }
    const hide = handlers.hidePreview
    window.addEventListener('keydown', onKeyDown)
    window.addEventListener('scroll', hide, { passive: true })
    window.addEventListener('pointerdown', hide)
    return () => {
      clearTimeout(timer.current)
      window.removeEventListener('keydown', onKeyDown)
      window.removeEventListener('scroll', hide)
      window.removeEventListener('pointerdown', hide)
    }
  }, [handlers])
  return { menu, preview: hasPreviews ? preview : null, ...handlers }
}
