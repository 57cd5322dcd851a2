import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveFile } from '#web/ui/save-file.ts'
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
      onClick={() => exporting.mutate(state, { onSuccess: table => saveFile('content.csv', table) })}
    >
      Export
    </Button>
  )
}
