import { Group, Select, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { PostImport } from '#domain/imports/contract.ts'
import { encodingNames, type TableEncoding, tableEncodings } from '#domain/imports/encodings.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { useUploadImport } from './api.ts'
import { sampleOf } from './encoding-samples.ts'

type Props = {
  readonly found: PostImport
  /** The file as it was chosen: it is sent again to be read in another encoding. */
  readonly file: File
  readonly onImport: (importId: number) => void
}

/** Enough to find words with more than plain letters. */
const READ_BYTES = 1_000_000

const useBytes = (file: File): Uint8Array => {
  const [bytes, setBytes] = useState<Uint8Array>(() => new Uint8Array())
  useEffect(() => {
    let isGone = false
    // A file that was moved since then has no samples; sending it says so.
    file
      .slice(0, READ_BYTES)
      .arrayBuffer()
      .then(
        buffer => !isGone && setBytes(new Uint8Array(buffer)),
        () => undefined,
      )
    return () => {
      isGone = true
    }
  }, [file])
  return bytes
}

/** In which encoding a text file is read; each shows what it makes of the file's own words. (docs/product/imports.md "Files") */
export function EncodingChoice({ found, file, onImport }: Props) {
  const projectId = useProjectId()
  const upload = useUploadImport(projectId)
  const bytes = useBytes(file)
  // None of a file whose lines are in two.
  const known = tableEncodings.find(encoding => encoding === found.encoding) ?? null
  const choose = (encoding: TableEncoding | null) => {
    if (encoding !== null && encoding !== known)
      upload.mutate({ file, encoding }, { onSuccess: ({ id }) => onImport(id) })
  }
  const sample = known === null ? '' : sampleOf(bytes, known)
  return (
    <div>
      <Select
        label="Encoding of the file"
        description="If letters look wrong, choose the encoding in which they look right."
        maw={420}
        placeholder={found.encoding}
        searchable
        allowDeselect={false}
        disabled={upload.isPending}
        data={tableEncodings.map(value => ({ value, label: encodingNames[value] }))}
        value={known}
        onChange={choose}
        renderOption={({ option }) => (
          <Group gap="xs" justify="space-between" wrap="nowrap" flex={1}>
            <span>{option.label}</span>
            <Text span size="xs" c="dimmed" truncate maw="50%">
              {sampleOf(bytes, option.value)}
            </Text>
          </Group>
        )}
      />
      {sample !== '' && (
        <Text size="sm" c="dimmed" mt={4}>
          Words of the file: {sample}
        </Text>
      )}
      <FormError error={upload.error} />
    </div>
  )
}
