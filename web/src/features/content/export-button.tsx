import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useProjectId } from '#web/platform/shown-project.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { useExportContent } from './api.ts'
import type { ExportableState } from './content-search.ts'

type Props = { readonly state: ExportableState }

/** Saves what the list shows as a table (docs/product/content-list.md "Export"). */
export function ExportButton({ state }: Props) {
  const projectId = useProjectId()
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
