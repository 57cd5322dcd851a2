import { Button, Group, Text } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import type { PostImport } from '#domain/imports/contract.ts'
import { ZIP_BYTES_MAX } from '#domain/imports/limits.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { FileButton } from '#web/ui/form/file-button.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { useAddImportPictures } from './api.ts'

type Props = { readonly found: PostImport }

/** The zip file that the Pictures column names files of. (docs/product/imports.md "Pictures in a zip file") */
export function PicturesChoice({ found }: Props) {
  const projectId = useProjectId()
  const add = useAddImportPictures(projectId, found.id)
  const { pictures } = found
  return (
    <div>
      <Group gap="sm">
        <FileButton accept=".zip" onChange={file => file && add.mutate(file)}>
          {props => (
            <Button
              {...props}
              variant="default"
              size="xs"
              loading={add.isPending}
              leftSection={<IconFileZip size={16} aria-hidden />}
            >
              {pictures === null ? 'Add a zip file of pictures' : 'Replace the zip file'}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed" role="status" style={{ overflowWrap: 'anywhere' }}>
          {pictures === null
            ? `Pictures can be addresses, or names of files in a zip file of up to ${ZIP_BYTES_MAX / 1_000_000} MB.`
            : `${pictures.file_name}: ${pictures.files === 1 ? '1 file' : `${pictures.files} files`}`}
        </Text>
      </Group>
      <FormError error={add.error} />
    </div>
  )
}
