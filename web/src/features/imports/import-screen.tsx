import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { ARCHIVE_BYTES_MAX } from '#domain/archives/limits.ts'
import { IMPORT_BYTES_MAX, ROWS_MAX } from '#domain/imports/limits.ts'
import { templateText } from '#domain/imports/template.ts'
import { useMay } from '#web/features/projects/api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { FileButton } from '#web/ui/form/file-button.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { Failed, Loading, NotPermitted } from '#web/ui/states.tsx'
import { useGetImport, useUploadArchive, useUploadImport } from './api.ts'
import { CheckedImport } from './checked-import.tsx'
import { FinishedImport, RunningImport } from './finished-import.tsx'
import classes from './imports.module.css'

type Props = {
  /** The import that is shown; undefined: choose a file. */
  readonly importId: number | undefined
  readonly onImport: (importId: number | undefined) => void
}

/** A table of posts becomes drafts (docs/product/imports.md "What it does"). */
export function ImportScreen(props: Props) {
  const projectId = useProjectId()
  const mayCreate = useMay(projectId)('post.create')
  // As long as the page is open: Galley keeps the cells only.
  const [file, setFile] = useState<File | null>(null)
  if (!mayCreate) return <NotPermitted />
  const { importId, onImport } = props
  return (
    <Stack gap="lg" className={classes.screen}>
      <div>
        <Title order={1} size="h3">
          Import posts
        </Title>
        <Text size="sm" c="dimmed">
          A table of posts, or the export of a project, becomes drafts in the calendar. Nothing is sent for
          approval.
        </Text>
      </div>
      {importId === undefined ? (
        <ChooseFile onImport={onImport} onFile={setFile} />
      ) : (
        <OpenedImport key={importId} importId={importId} onImport={onImport} file={file} />
      )}
    </Stack>
  )
}

type ChooseProps = Pick<Props, 'onImport'> & { readonly onFile: (file: File) => void }

function ChooseFile({ onImport, onFile }: ChooseProps) {
  const projectId = useProjectId()
  const upload = useUploadImport(projectId)
  const archive = useUploadArchive(projectId)
  return (
    <div className={classes.choose}>
      <Text fw={600} ta="center">
        Choose a CSV or XLSX file, or the export of a project
      </Text>
      <Text size="sm" c="dimmed" ta="center">
        Tables up to {ROWS_MAX.toLocaleString('en')} rows and {IMPORT_BYTES_MAX / 1_000_000} MB, exports as
        zip files up to {ARCHIVE_BYTES_MAX / 1_000_000_000} GB. You see each post and its problems before
        anything is created.
      </Text>
      <Group justify="center">
        <FileButton
          accept=".csv,.tsv,.txt,.xlsx,.zip"
          onChange={file => {
            if (!file) return
            upload.reset()
            archive.reset()
            if (/\.zip$/i.test(file.name)) {
              archive.mutate(file, { onSuccess: ({ id }) => onImport(id) })
              return
            }
            onFile(file)
            upload.mutate({ file }, { onSuccess: ({ id }) => onImport(id) })
          }}
        >
          {props => (
            <Button
              {...props}
              loading={upload.isPending || archive.isPending}
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              Choose file
            </Button>
          )}
        </FileButton>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveFile('galley-posts.csv', templateText())}
        >
          Download template
        </Button>
      </Group>
      <FormError error={upload.error ?? archive.error} />
    </div>
  )
}

type OpenedProps = Props & { readonly importId: number; readonly file: File | null }

function OpenedImport({ importId, onImport, file }: OpenedProps) {
  const projectId = useProjectId()
  const found = useGetImport(projectId, importId)
  if (found.isError) return <Failed message={messageOf(found.error)} onRetry={() => void found.refetch()} />
  if (!found.data)
    return (
      <Loading>
        <Skeleton height={320} radius="md" />
      </Loading>
    )
  const parts = { found: found.data, onAnother: () => onImport(undefined) }
  if (found.data.status === 'checked') return <CheckedImport {...parts} file={file} onImport={onImport} />
  if (found.data.status === 'running') return <RunningImport found={found.data} />
  return <FinishedImport {...parts} />
}
