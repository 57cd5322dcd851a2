import { useEffect } from 'react'
import { publicTexts } from '#domain/kernel/public-texts.ts'
import { Toasts, toast } from '#web/ui/toast.tsx'
import { say } from '../page-words.ts'

/** A blocked person is signed out and told so by a toast on the login page (docs/product/accounts.md "Blocked accounts"). */
export function BlockedToast() {
  useEffect(() => {
    toast.error(say(publicTexts.account_blocked))
  }, [])
  return <Toasts />
}
