import { Anchor, Button, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type NotificationData, Notifications, notifications } from '@mantine/notifications'
import { say } from '#web/platform/words.ts'
import '@mantine/notifications/styles.layer.css'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { BILLING_PAGE, readOnlyTextsForAdmins } from '#domain/billing/read-only-text.ts'
import { charactersRemovedText } from '#domain/kernel/removed-characters.ts'
import classes from './toast.module.css'
import type { Toast } from './toast-model.ts'

const looks = {
  success: { role: 'status', color: 'green', icon: <IconCheck size={16} aria-hidden /> },
  info: { role: 'status', color: 'gray', icon: <IconInfoCircle size={16} aria-hidden /> },
  error: { role: 'alert', color: 'red', icon: <IconAlertTriangle size={16} aria-hidden /> },
} as const

/** The refusal of a read-only agency leads its admin to the page that ends it. */
const withWayOut = (message: string): ReactNode => {
  if (!Object.values<string>(readOnlyTextsForAdmins).includes(message)) return message
  const [before, after] = message.split(BILLING_PAGE)
  return (
    <>
      {before}
      <Anchor href="/billing" inherit underline="always">
        {BILLING_PAGE}
      </Anchor>
      {after}
    </>
  )
}

/** The toast that each series last showed. */
const latest = new Map<string, string>()

/** Shows a toast, or replaces the shown one with the same id or of the same series. */
export const showToast = (toast: Toast): void => {
  const { id, kind, message, seconds, onUndo, series } = toast
  const undo = () => {
    notifications.hide(id)
    onUndo?.()
  }
  const data: NotificationData = {
    ...looks[kind],
    id,
    withBorder: true,
    closeButtonProps: { 'aria-label': say('Close') },
    autoClose: seconds === null ? false : seconds * 1000,
    withAutoCloseProgress: onUndo !== undefined,
    // An error comes first, even if there are many successes.
    priority: kind === 'error' ? 1 : 0,
    message: onUndo ? (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm">{message}</Text>
        <Button flex="none" size="compact-sm" variant="subtle" onClick={undo}>
          {say('Undo')}
        </Button>
      </Group>
    ) : (
      withWayOut(message)
    ),
    // The stack pauses for the pointer by itself, but for the keyboard only in another layout.
    onFocusCapture: () => notifications.update({ ...data, autoClose: false }),
    onBlurCapture: () => notifications.update(data),
  }
  if (series) {
    notifications.hide(latest.get(series) ?? '')
    latest.set(series, id)
  }
  notifications.hide(id)
  notifications.show(data)
}

export const hideToast = (id: string): void => void notifications.hide(id)

/** The stack of toasts. The timers pause while the pointer or the focus is on it. */
export function ToastStack() {
  // On a phone the buttons are at the bottom, where the thumb is.
  const isPhone = useMediaQuery('(max-width: 48em)')
  return (
    <Notifications
      position={isPhone ? 'top-center' : 'bottom-right'}
      limit={4}
      containerWidth={400}
      transitionDuration={150}
      classNames={{ root: classes.stack ?? '', notification: classes.toast ?? '' }}
    />
  )
}

// Sent by `signalCharactersRemoved`.
addEventListener('removed-characters', () =>
  showToast({ id: 'removed-characters', kind: 'info', message: charactersRemovedText, seconds: 4 }),
)
