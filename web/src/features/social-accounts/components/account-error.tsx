import { Group, Modal, Stack, Text } from '@mantine/core'
import { LinkButton } from '#web/ui/link-button.tsx'

/** The documents' two texts (document 1 section 2 "Connection flows"). */
export const accountErrorTexts = {
  settings:
    'There seems to be a problem with your social media settings, please fix or reconnect the social media accounts below!',
  contact:
    'Something went wrong, please verify your social media settings or contact administrator, please check the social media accounts below!',
} as const

type Props = {
  readonly projectId: number
  readonly kind: keyof typeof accountErrorTexts
  /** What exactly went wrong, where it is known. */
  readonly detail?: string | null
  readonly onClose: () => void
}

/** The dialog "Account error" with its way to the settings. */
export function AccountError({ projectId, kind, detail, onClose }: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Account error"
      size={480}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">{accountErrorTexts[kind]}</Text>
        {detail && detail !== accountErrorTexts[kind] && (
          <Text size="sm" c="dimmed">
            {detail}
          </Text>
        )}
        <Group justify="flex-end">
          <LinkButton to="/$projectId/settings/social-accounts" params={{ projectId }}>
            Go to settings
          </LinkButton>
        </Group>
      </Stack>
    </Modal>
  )
}
