import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.tsx'
import { type AuditFilters, useExportAuditLog } from './api.ts'

type Props = ButtonProps & { readonly agencyId: number; readonly filters: AuditFilters }

/** Exports the filtered log as a file for a spreadsheet. */
export function ExportButton({ agencyId, filters, ...button }: Props) {
  const exporting = useExportAuditLog(agencyId)
  const save = () =>
    exporting.mutate(filters, {
      onSuccess: ({ file_name, csv, is_cut }) => {
        saveFile(file_name, csv)
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
