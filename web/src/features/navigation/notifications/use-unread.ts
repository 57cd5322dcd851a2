import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onNotified } from '#web/platform/notified.ts'
import { useCountUnread } from './api.ts'
import { notificationKeys } from './keys.ts'
import { useReadWhenOpened } from './use-read-when-opened.ts'

/** How much is unread, kept up to date. Mounted once in a page, by what shows it. */
export const useUnread = (): number => {
  const { data } = useCountUnread()
  const client = useQueryClient()
  useEffect(
    () => onNotified(() => void client.invalidateQueries({ queryKey: notificationKeys.all() })),
    [client],
  )
  useReadWhenOpened(data)
  return data?.total ?? 0
}
