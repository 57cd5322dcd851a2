import { useEffect } from 'react'
import { blockedText } from '#web/platform/session.ts'
import { Toasts, toast } from '#web/ui/toast.tsx'

/** "A blocked user gets an error toast and is signed out" (document 1 section 4): said where they come out. */
export function BlockedToast() {
  useEffect(() => {
    toast.error(blockedText)
  }, [])
  return <Toasts />
}
