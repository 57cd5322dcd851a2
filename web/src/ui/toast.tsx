import { Button, Group, Text } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import classes from './toast.module.css'

/** Document 1 section 8: toasts close by themselves after 4 seconds. */
export const toastSeconds = 4
/** How long a change can be taken back from its toast. */
export const undoSeconds = 10

const common = { withBorder: true, closeButtonProps: { 'aria-label': 'Close' } } as const

/** Says that something worked. Closes after 4 s; waits while the pointer or the focus is on it. */
const success = (message: string): string =>
  notifications.show({
    ...common,
    message,
    role: 'status',
    icon: <IconCheck size={16} aria-hidden />,
    color: 'green',
    autoClose: toastSeconds * 1000,
  })

const info = (message: string): string =>
  notifications.show({
    ...common,
    message,
    role: 'status',
    icon: <IconInfoCircle size={16} aria-hidden />,
    color: 'gray',
    autoClose: toastSeconds * 1000,
  })

/** Says what failed and what to do. Stays until closed. The same text is not piled up. */
const error = (message: string): string => {
  const id = `error-${message}`
  notifications.hide(id)
  return notifications.show({
    ...common,
    id,
    message,
    role: 'alert',
    icon: <IconAlertTriangle size={16} aria-hidden />,
    color: 'red',
    autoClose: false,
    // An error is read first, even when the screen is full of successes.
    priority: 1,
  })
}

/** Says that something was done and offers to take it back for 10 s. */
const undoable = (message: string, onUndo: () => void): string => {
  const id = `undo-${crypto.randomUUID()}`
  const undo = () => {
    notifications.hide(id)
    onUndo()
  }
  return notifications.show({
    ...common,
    id,
    role: 'status',
    icon: <IconCheck size={16} aria-hidden />,
    color: 'green',
    autoClose: undoSeconds * 1000,
    withAutoCloseProgress: true,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm">{message}</Text>
        <Button size="compact-sm" variant="subtle" onClick={undo}>
          Undo
        </Button>
      </Group>
    ),
  })
}

/** The documents' four kinds of toast, and the one with Undo. */
export const toast = { success, info, error, undoable, close: notifications.hide }

/** Where toasts appear. Once, at the top of the app. */
export function Toasts() {
  return (
    <Notifications
      position="bottom-right"
      limit={4}
      containerWidth={400}
      transitionDuration={150}
      classNames={{ notification: classes.toast ?? '' }}
    />
  )
}
