import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconPackageExport } from '@tabler/icons-react'
import type { Archive } from '#domain/archives/contract.ts'
import { ARCHIVE_KEPT_DAYS } from '#domain/archives/format.ts'
import { readInstant } from '#domain/kernel/time.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { Failed } from '#web/ui/states.tsx'
import { useCreateArchive, useGetArchive } from './api.ts'
import classes from './export-panel.module.css'

/** The whole project as a file to keep (docs/product/project-export.md "The export"). */
export function ExportPanel() {
  const projectId = useProjectId()
  const found = useGetArchive(projectId)
  const create = useCreateArchive(projectId)
  const archive = found.data?.archive ?? null
  const isRunning = archive?.status === 'running'
  return (
    <section className={classes.panel} aria-labelledby="export-project">
      <Stack gap="sm">
        <div>
          <Title order={2} size="h5" id="export-project">
            Export
          </Title>
          <Text size="sm" c="dimmed">
            All posts with their texts, times, notes and approvals, labels, hashtag pools and every media
            file, as one zip file. It contains internal notes. Kept for {ARCHIVE_KEPT_DAYS} days.
          </Text>
        </div>
        {found.isError && <Failed message={messageOf(found.error)} onRetry={() => void found.refetch()} />}
        {archive && <State archive={archive} />}
        <Group>
          {archive?.download_url && (
            <Button
              component="a"
              href={archive.download_url}
              download={archive.file_name}
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              Download ({sizeText(archive.bytes ?? 0)})
            </Button>
          )}
          {!isRunning && (
            <Button
              variant="default"
              loading={create.isPending}
              disabled={!found.data}
              leftSection={<IconPackageExport size={16} aria-hidden />}
              onClick={() => create.mutate()}
            >
              {archive?.status === 'ready' ? 'Export again' : 'Export project'}
            </Button>
          )}
        </Group>
      </Stack>
    </section>
  )
}

function State({ archive: { status, done, total, missing, created_at } }: { readonly archive: Archive }) {
  const timezone = useTimezone()
  if (status === 'running')
    return (
      <Stack gap={4}>
        <Text size="sm" role="status">
          {total === 0 ? 'The posts are being collected.' : `${done} of ${total} files are packed.`} You can
          leave this page.
        </Text>
        <Progress value={total === 0 ? 0 : (done / total) * 100} aria-label="Files that are packed" />
      </Stack>
    )
  if (status === 'failed')
    return (
      <Text size="sm" role="status" className={classes.problem}>
        The export could not be made. Try again later.
      </Text>
    )
  return (
    <Text size="sm" role="status">
      The export of {formatInstant(readInstant(created_at), timezone, formats.dayTime)} is ready.
      {missing > 0 && ` ${missing === 1 ? '1 file was' : `${missing} files were`} lost in the storage.`}
    </Text>
  )
}

const units = ['bytes', 'kB', 'MB', 'GB'] as const

/** `3.4 MB`. */
const sizeText = (bytes: number): string => {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const amount = bytes / 1000 ** power
  return `${power === 0 ? amount : amount.toFixed(1)} ${units[power]}`
}
