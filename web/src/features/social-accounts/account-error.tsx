import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { messageOf } from '#web/platform/api-error.ts'
import { AccountsLink } from './connect/accounts-link.tsx'

/** Fixed wording (docs/product/social-accounts.md "Account error"). */
export const accountErrorTexts = {
  settings:
    'There seems to be a problem with your social media settings, please fix or reconnect the social media accounts below!',
  contact:
    'Something went wrong, please verify your social media settings or contact administrator, please check the social media accounts below!',
} as const

/** Which of the two texts is shown, and the details if known. */
export type AccountTrouble = {
  readonly kind: keyof typeof accountErrorTexts
  readonly detail: string | null
}

/** A failure whose text is one of the two is shown as that one; any other appears below the text that names the administrator. */
export const accountTroubleOf = (error: unknown): AccountTrouble => {
  const text = messageOf(error)
  if (text === accountErrorTexts.settings) return { kind: 'settings', detail: null }
  return { kind: 'contact', detail: text === accountErrorTexts.contact ? null : text }
}

type Props = AccountTrouble & {
  readonly projectId: number
  readonly onClose: () => void
  readonly onRetry: () => void
}

/** The "Account error" dialog, with a way back to the accounts and another try. */
export function AccountError({ projectId, kind, detail, onClose, onRetry }: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      // Fixed wording (docs/product/social-accounts.md "Texts").
      title="Account error"
      size={480}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">{accountErrorTexts[kind]}</Text>
        {detail && (
          <Text size="sm" c="dimmed">
            {detail}
          </Text>
        )}
        <Group justify="flex-end">
          {/* Fixed wording (docs/product/social-accounts.md "Texts"). */}
          <AccountsLink projectId={projectId} settingsLabel="Go to settings" variant="default" />
          <Button onClick={onRetry}>Try again</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
