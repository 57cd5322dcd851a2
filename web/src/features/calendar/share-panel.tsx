import { Stack, Text } from '@mantine/core'
import type { DayRange } from '#domain/kernel/days.ts'
import { CertificateButton } from '#web/features/certificates/certificate-button.tsx'
import { PopupPanel } from '#web/ui/popup/popup-panel.tsx'
import type { PopupState } from '#web/ui/popup/use-popup.ts'

type Props = PopupState & {
  readonly days: DayRange
  /** As the toolbar calls them. */
  readonly title: string
}

/** What can be passed on of the days on the screen (docs/product/certificates.md "Where it is"). */
export function SharePanel({ days, title, ...popup }: Props) {
  return (
    <PopupPanel {...popup} label={`Share ${title}`} position="bottom-end" width={320} padding="sm">
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <CertificateButton about={{ from: days.start, to: days.end }} fullWidth justify="flex-start" />
        <Text size="xs" c="dimmed">
          A PDF of what was approved, by whom and when, and what went out. Galley can tell whether it was
          changed.
        </Text>
      </Stack>
    </PopupPanel>
  )
}
