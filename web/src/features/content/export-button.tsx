import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useExportContent } from './api.ts'
import type { ContentState } from './content-search.ts'

type Props = { readonly projectId: number; readonly state: ContentState }

/** Saves what the list shows as a table (docs/product/content-list.md "Export"). */
export function ExportButton({ projectId, state }: Props) {
  const exporting = useExportContent(projectId)
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} aria-hidden />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate(state, { onSuccess: saveTable })}
    >
      Export
    </Button>
  )
}

/** Offers the table to the browser as a file to save. Reading the answer takes away the mark by which spreadsheets recognize UTF-8. */
const saveTable = (table: string): void => {
  const url = URL.createObjectURL(new Blob(['\ufeff', table], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'content.csv'
  link.click()
  // The browser has started the download by then; revoked at once, some browsers would save nothing.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
