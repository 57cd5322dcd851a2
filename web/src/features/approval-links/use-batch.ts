import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/platform/api-error.ts'
import { keptLanguage } from '#web/ui/kept-language.ts'
import { useOpenApprovalLink } from './api.ts'
import { type Item, type ItemState, isOpenToAnybody, mergeItems, type Opened } from './items.ts'

/** What the link opens, or why it does not. */
export type Batch =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'open'; readonly opened: Opened; readonly items: readonly Item[] }

/** Somebody comes back to the page after this time: what they see may be old. */
const STALE_MS = 30_000

const isEnded = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 401)

/** Where it is not known who reads, in the language that was chosen in this browser. */
const inKeptLanguage = (opened: Opened): Opened => ({
  ...opened,
  language: (isOpenToAnybody(opened) ? keptLanguage() : null) ?? opened.language,
})

/** Reads the batch, and again when the person comes back to the page or online. */
export const useBatch = (token: string) => {
  const [batch, setBatch] = useState<Batch>({ kind: token === '' ? 'ended' : 'loading' })
  const open = useOpenApprovalLink(token)
  const readAt = useRef(0)
  /** @returns whether the page shows what is true now */
  const read = useCallback(async (): Promise<boolean> => {
    readAt.current = Date.now()
    try {
      const opened = inKeptLanguage(await open())
      setBatch(before => ({
        kind: 'open',
        opened,
        items: mergeItems(before.kind === 'open' ? before.items : [], opened.posts),
      }))
      return true
    } catch (error) {
      // What is on the screen stays there while the connection is away.
      setBatch(before =>
        isEnded(error) ? { kind: 'ended' } : before.kind === 'open' ? before : { kind: 'failed', error },
      )
      return isEnded(error)
    }
  }, [open])
  useEffect(() => {
    if (token === '') return
    void read()
    const onReturn = () => {
      if (document.visibilityState === 'visible' && Date.now() - readAt.current > STALE_MS) void read()
    }
    const onOnline = () => void read()
    document.addEventListener('visibilitychange', onReturn)
    window.addEventListener('online', onOnline)
    return () => {
      document.removeEventListener('visibilitychange', onReturn)
      window.removeEventListener('online', onOnline)
    }
  }, [token, read])
  const mark = useCallback(
    (postId: number, state: ItemState) =>
      setBatch(before =>
        before.kind === 'open'
          ? {
              ...before,
              items: before.items.map(item => (item.post.id === postId ? { ...item, state } : item)),
            }
          : before,
      ),
    [],
  )
  return { batch, read, mark }
}
