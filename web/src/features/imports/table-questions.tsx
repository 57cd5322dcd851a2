import { Button, Group, MultiSelect, Select, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { HiddenInTable, PostImport } from '#domain/imports/contract.ts'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { useListSocialAccounts } from '#web/features/social-accounts/api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { type TableChoice, useUploadImport } from './api.ts'
import classes from './imports.module.css'

const UnknownNames = lazy(() =>
  import('./unknown-names.tsx').then(module => ({ default: module.UnknownNames })),
)

/** The networks with the project's accounts on them. */
const useNetworkOptions = () => {
  const connections = useListSocialAccounts(useProjectId()).data ?? []
  return socialNetworks.map(value => {
    const account = connections.find(({ social_network }) => social_network === value)?.account
    return { value, label: account ? `${networkNames[value]}: ${account.name}` : networkNames[value] }
  })
}

type Props = {
  readonly found: PostImport
  /** Null after a reload of the page. */
  readonly file: File | null
  readonly isBusy: boolean
  readonly onChange: (choice: TableChoice) => void
  readonly onImport: (importId: number) => void
}

/** Of those without a place in a post. */
const COLUMNS_SHOWN = 20

/** The choice that the first row is a post. */
const NO_LINE = 'none'

/** What a table does not say by itself: its sheet, the row of the names, and the networks. (docs/product/imports.md "The row with the names") */
export function TableQuestions(props: Props) {
  const { found, isBusy, onChange } = props
  const networks = useNetworkOptions()
  const skipped = found.top_lines.filter(({ line }) => found.header_line !== null && line < found.header_line)
  return (
    <Stack gap="xs">
      <div className={classes.fields}>
        {found.sheets.length > 1 && <SheetChoice {...props} />}
        <Select
          label="Row with the names of the columns"
          allowDeselect={false}
          disabled={isBusy}
          data={[
            ...found.top_lines.map(({ line, text }) => ({
              value: String(line),
              label: `Row ${line}: ${text}`,
            })),
            { value: NO_LINE, label: 'None: the first row is a post' },
          ]}
          value={String(found.header_line ?? NO_LINE)}
          onChange={line => onChange({ header_line: line === NO_LINE ? null : Number(line) })}
        />
        <MultiSelect
          label="Networks of the rows that name none"
          placeholder={found.networks.length === 0 ? 'None' : undefined}
          disabled={isBusy}
          data={networks}
          value={found.networks}
          onChange={chosen => onChange({ networks: chosen as SocialNetwork[] })}
          clearable
        />
      </div>
      {skipped.length > 0 && (
        <Text size="sm" c="dimmed">
          Above the names, and not imported:{' '}
          {skipped.map(({ line, text }) => `row ${line} “${text}”`).join(', ')}.
        </Text>
      )}
      <UnusedColumns found={found} />
      {found.hidden !== null && <HiddenParts {...props} hidden={found.hidden} />}
      {found.has_yearless && <YearChoice {...props} />}
      {(found.profiles.length > 0 || found.campaigns.length > 0) && (
        <Suspense fallback={null}>
          <UnknownNames found={found} networks={networks} isBusy={isBusy} onChange={onChange} />
        </Suspense>
      )}
    </Stack>
  )
}

const nameOfColumn = (header: string | undefined, at: number): string =>
  header ? `“${header}”` : `column ${at + 1}`

/** What of the table has no place in a post; it can be chosen among the columns. */
function UnusedColumns({ found: { headers, mapping } }: Pick<Props, 'found'>) {
  const used = Object.values(mapping)
  const names = headers.flatMap((header, at) => (used.includes(at) ? [] : [nameOfColumn(header, at)]))
  if (names.length === 0) return null
  const [shown, others] = [names.slice(0, COLUMNS_SHOWN), names.length - COLUMNS_SHOWN]
  return (
    <Text size="sm" c="dimmed">
      Not imported: {shown.join(', ')}
      {others > 0 && ` and ${others} more columns`}.
    </Text>
  )
}

/** What the sheet does not show: its rows are left out unless they are asked for, and its columns are read. Like another sheet, hidden rows need the file again. */
function HiddenParts({ found, hidden, file, isBusy, onImport }: Props & { readonly hidden: HiddenInTable }) {
  const upload = useUploadImport(useProjectId())
  const { rows, are_rows_imported: areImported, columns, sheets } = hidden
  const used = Object.values(found.mapping)
  const read = columns.filter(at => used.includes(at)).map(at => nameOfColumn(found.headers[at], at))
  const isHidden = found.sheet !== null && sheets.includes(found.sheet)
  const change = () => {
    if (file === null) return
    const hidden_rows = areImported ? 'left_out' : 'imported'
    const sheet = found.sheet === null ? {} : { sheet: found.sheet }
    upload.mutate({ file, hidden_rows, ...sheet }, { onSuccess: ({ id }) => onImport(id) })
  }
  return (
    <Stack gap={4}>
      {isHidden && <Text size="sm">The sheet “{found.sheet}” is hidden in the workbook.</Text>}
      {rows > 0 && (
        <Group gap="xs">
          <Text size="sm">
            {rows === 1 ? '1 row is hidden' : `${rows} rows are hidden`} in the sheet, by a filter for
            example, and {areImported ? 'imported with the others' : 'not imported'}.
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            disabled={isBusy || file === null}
            loading={upload.isPending}
            onClick={change}
          >
            {areImported ? 'Leave hidden rows out' : 'Import hidden rows too'}
          </Button>
          {file === null && (
            <Text size="xs" c="dimmed">
              To change this, choose the file again.
            </Text>
          )}
        </Group>
      )}
      {read.length > 0 && <Text size="sm">Hidden in the sheet, and imported: {read.join(', ')}.</Text>}
      <FormError error={upload.error} />
    </Stack>
  )
}

/** Galley keeps the cells of one sheet only, so the file is sent again. */
function SheetChoice({ found, file, isBusy, onImport }: Props) {
  const upload = useUploadImport(useProjectId())
  return (
    <div>
      <Select
        label="Sheet"
        allowDeselect={false}
        disabled={isBusy || upload.isPending || file === null}
        description={file === null ? 'To read another sheet, choose the file again.' : undefined}
        data={[...new Set(found.sheets)].map(value => ({
          value,
          label: found.hidden?.sheets.includes(value) ? `${value} (hidden)` : value,
        }))}
        value={found.sheet}
        onChange={sheet => {
          if (file !== null && sheet !== null && sheet !== found.sheet)
            upload.mutate({ file, sheet }, { onSuccess: ({ id }) => onImport(id) })
        }}
      />
      <FormError error={upload.error} />
    </div>
  )
}

/** This year or the next: nobody plans further without writing it. */
function YearChoice({ found, isBusy, onChange }: Props) {
  const first = new Date(found.created_at).getUTCFullYear()
  return (
    <Select
      label="Year of the dates that have none"
      placeholder="The nearest"
      maw={280}
      disabled={isBusy}
      data={[first, first + 1].map(String)}
      value={found.year === null ? null : String(found.year)}
      onChange={year => onChange({ year: year === null ? null : Number(year) })}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear year' }}
    />
  )
}
