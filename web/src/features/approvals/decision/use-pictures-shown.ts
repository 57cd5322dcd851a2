import { type RefObject, useEffect, useState } from 'react'

const signs = ['load', 'error', 'loadedmetadata'] as const

/** Whether a picture or a film is neither shown nor marked as failed yet. Decoration, and what is far below, is not waited for. */
const isUnderWay = (element: Element): boolean => {
  if (element.closest('[aria-hidden]')) return false
  if (element instanceof HTMLVideoElement) return element.readyState === 0 && element.error === null
  return element instanceof HTMLImageElement && !element.complete && element.loading !== 'lazy'
}

/**
 * Whether every picture inside is on the screen, or shown as failed: nobody approves a picture that they have not seen
 * (docs/product/approvals.md "Approval item"). `key` says what is shown.
 */
export const usePicturesShown = (container: RefObject<HTMLElement | null>, key: string): boolean => {
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    const { current: element } = container
    if (!element) return
    const look = () => setShown([...element.querySelectorAll('img, video')].some(isUnderWay) ? null : key)
    look()
    const observer = new MutationObserver(look)
    observer.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ['src'] })
    // They do not bubble.
    for (const sign of signs) element.addEventListener(sign, look, true)
    return () => {
      observer.disconnect()
      for (const sign of signs) element.removeEventListener(sign, look, true)
    }
  }, [container, key])
  return shown === key
}
