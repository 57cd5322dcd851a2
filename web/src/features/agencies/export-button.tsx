import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { toast } from '#web/ui/toast.tsx'
import { type AuditFilters, useExportAuditLog } from './api.ts'

type Props = ButtonProps & { readonly agencyId: number; readonly filters: AuditFilters }

/** Offers a text to the browser as a file to save. */
const download = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has started the download by then; revoked at once, some browsers would save nothing.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Exports the filtered log as a file for a spreadsheet. */
export function ExportButton({ agencyId, filters, ...button }: Props) {
  const exporting = useExportAuditLog(agencyId)
  const save = () =>
    exporting.mutate(filters, {
      onSuccess: ({ file_name, csv, is_cut }) => {
        download(file_name, csv)
        if (is_cut)
          toast.info('The file contains only the newest changes. Filter by date to export the others.')
      },
    })
  return (
    <Button
      {...button}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={exporting.isPending}
      onClick={save}
    >
      Export CSV
    </Button>
  )
}
