import { useEffect } from 'react'
import { blockedText } from '#web/platform/session.ts'
import { Toasts, toast } from '#web/ui/toast.tsx'

/** A blocked person is signed out and told so by a toast on the login page (docs/product/accounts.md "Blocked accounts"). */
export function BlockedToast() {
  useEffect(() => {
    toast.error(blockedText)
  }, [])
  return <Toasts />
}
