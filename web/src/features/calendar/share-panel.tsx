import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { DayRange } from '#domain/kernel/days.ts'
import { CertificateButton } from '#web/features/certificates/certificate-button.tsx'
import { LateProofDialog, ProofButtonLook } from '#web/features/proofs/proof-button.tsx'
import { PopupPanel } from '#web/ui/popup/popup-panel.tsx'
import type { PopupState } from '#web/ui/popup/use-popup.ts'

type Props = PopupState & {
  readonly days: DayRange
  /** As the toolbar calls them. */
  readonly title: string
}

/** What can be passed on of the days on the screen (docs/product/certificates.md "Where it is", docs/product/proofs.md "Making one"). */
export function SharePanel({ days, title, ...popup }: Props) {
  const [isProofOpen, setProofOpen] = useState(false)
  const about = { from: days.start, to: days.end }
  /** Beside the panel: a click in a dialog is one outside of it, and closes it. */
  const openProof = () => {
    popup.onChange(false)
    popup.target.focus()
    setProofOpen(true)
  }
  return (
    <>
      <PopupPanel {...popup} label={`Share ${title}`} position="bottom-end" width={320} padding="sm">
        <Stack gap="xs">
          <Text size="sm" fw={600}>
            {title}
          </Text>
          <CertificateButton about={about} fullWidth justify="flex-start" />
          <Text size="xs" c="dimmed">
            A PDF of what was approved, by whom and when, and what went out. Galley can tell whether it was
            changed.
          </Text>
          <ProofButtonLook fullWidth justify="flex-start" onClick={openProof} />
          <Text size="xs" c="dimmed">
            A read-only page of these days for people who do not decide.
          </Text>
        </Stack>
      </PopupPanel>
      {isProofOpen && <LateProofDialog about={about} title={title} onClose={() => setProofOpen(false)} />}
    </>
  )
}
