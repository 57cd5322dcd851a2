import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Report } from '#domain/reports/model.ts'

const SendDialog = lazy(async () => ({ default: (await import('./send-dialog.tsx')).SendDialog }))

type Props = {
  readonly report: Pick<Report, 'id' | 'sent_at' | 'sent_to' | 'is_scheduled'>
  readonly version: number
  /** Something is not saved yet. */
  readonly disabled?: boolean
}

/** Opens the question whom a report is mailed to. */
export function SendButton({ report, version, disabled = false }: Props) {
  const [isOpen, setOpen] = useState(false)
  const isDraft = report.sent_at === null
  return (
    <>
      <Button disabled={disabled} onClick={() => setOpen(true)}>
        Send…
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <SendDialog
            reportId={report.id}
            version={version}
            isDraft={isDraft}
            isScheduled={report.is_scheduled}
            sentTo={report.sent_to}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
