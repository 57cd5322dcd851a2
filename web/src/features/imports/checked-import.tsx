import { Button, Group, SegmentedControl, Select, Stack, Switch, Text, Title } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { type ImportField, importFieldNames, importFields } from '#domain/imports/columns.ts'
import type { PostImport } from '#domain/imports/contract.ts'
import type { DateOrder } from '#domain/imports/dates.ts'
import { unchangedNotice } from '#domain/imports/unchanged.ts'
import { settingValue } from '#domain/permissions/settings.ts'
import { useGetProject } from '#web/features/projects/api.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { useMapImport, useStartImport } from './api.ts'
import { ImportRows } from './import-rows.tsx'
import classes from './imports.module.css'
import { countOfRows, rowName } from './row-names.ts'

const EncodingChoice = lazy(async () => ({
  default: (await import('./encoding-choice.tsx')).EncodingChoice,
}))

const TableQuestions = lazy(async () => ({
  default: (await import('./table-questions.tsx')).TableQuestions,
}))

const PicturesChoice = lazy(async () => ({
  default: (await import('./pictures-choice.tsx')).PicturesChoice,
}))

const ArchiveSummary = lazy(async () => ({
  default: (await import('./archive-summary.tsx')).ArchiveSummary,
}))

type Props = {
  readonly found: PostImport
  /** Null after a reload of the page. */
  readonly file: File | null
  readonly onImport: (importId: number) => void
  readonly onAnother: () => void
}

/** A table that was checked: what its columns hold, each row with its problems, and the button that creates the posts. */
export function CheckedImport({ found, file, onImport, onAnother }: Props) {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const map = useMapImport(projectId, found.id)
  const start = useStartImport(projectId, found.id)
  const rowsOf = (count: number) => countOfRows(found, count)
  const bad = found.total - found.good
  const unchanged = found.rows.filter(({ notices }) => notices.includes(unchangedNotice)).length
  const isSame = unchanged === found.good
  const [isOnlyBad, setOnlyBad] = useState(bad > 0)
  const [isAdding, setAdding] = useState(false)
  const { settings = [] } = useGetProject(projectId).data ?? {}
  const hasParameters = !found.archive && !isSame && (settingValue(settings, 'link-parameters') ?? '') !== ''
  const shown = isOnlyBad && bad > 0 ? found.rows.filter(({ problems }) => problems.length > 0) : found.rows
  return (
    <>
      {found.archive ? (
        <Suspense fallback={null}>
          <ArchiveSummary found={found} />
        </Suspense>
      ) : (
        <Text size="sm">
          <strong>{found.file_name}</strong> · {rowsOf(found.total)} · read as {found.encoding} · dates and
          times in {timezone}
        </Text>
      )}
      {file !== null && !found.archive && found.encoding !== 'XLSX' && (
        // Its place is kept: the columns below are already chosen from.
        <Suspense fallback={<div className={classes.encoding} />}>
          <EncodingChoice found={found} file={file} onImport={onImport} />
        </Suspense>
      )}
      {!found.archive && (
        <>
          <Suspense fallback={<div className={classes.questions} />}>
            <TableQuestions
              found={found}
              file={file}
              isBusy={map.isPending}
              onChange={map.mutate}
              onImport={onImport}
            />
          </Suspense>
          <Columns
            key={JSON.stringify(found.mapping)}
            found={found}
            isBusy={map.isPending}
            onChange={map.mutate}
          />
        </>
      )}
      {found.mapping.media !== undefined && (
        <Suspense fallback={null}>
          <PicturesChoice found={found} />
        </Suspense>
      )}
      <Stack gap="xs">
        <Group justify="space-between">
          <div role="status">
            <Title order={2} size="h4">
              {bad === 0
                ? found.total === 1
                  ? `The ${rowName(found)} can be imported`
                  : `All ${rowsOf(found.total)} can be imported`
                : `${found.good} of ${rowsOf(found.total)} can be imported`}
            </Title>
            {unchanged > 0 && (
              <Text size="sm" c="dimmed">
                {isSame
                  ? 'Nothing has changed: there is nothing to import.'
                  : `${rowsOf(unchanged)} ${unchanged === 1 ? 'has' : 'have'} not changed: those posts stay as they are.`}
              </Text>
            )}
          </div>
          {bad > 0 && (
            <Switch
              label={`Only ${rowName(found)}s with problems`}
              checked={isOnlyBad}
              onChange={event => setOnlyBad(event.currentTarget.checked)}
            />
          )}
        </Group>
        <ImportRows rows={shown} rowName={rowName(found)} />
      </Stack>
      {hasParameters && (
        <Switch
          label="Add the project’s parameters to links that have none"
          checked={isAdding}
          onChange={event => setAdding(event.currentTarget.checked)}
        />
      )}
      <Group className={classes.actions}>
        <Button
          variant={isSame ? 'default' : 'filled'}
          disabled={found.good === 0 || map.isPending}
          loading={start.isPending}
          onClick={() => start.mutate({ only_good: bad > 0, adds_link_parameters: isAdding })}
        >
          {bad === 0
            ? `Import ${rowsOf(found.total)}`
            : `Import only the ${rowsOf(found.good)} without problems`}
        </Button>
        <Button variant={isSame ? 'filled' : 'default'} onClick={onAnother}>
          Choose another file
        </Button>
      </Group>
    </>
  )
}

type ColumnsProps = {
  readonly found: PostImport
  readonly isBusy: boolean
  readonly onChange: (choice: Pick<PostImport, 'mapping' | 'date_order'>) => void
}

function Columns({ found, isBusy, onChange }: ColumnsProps) {
  const { headers, mapping, date_order } = found
  const columns = headers.map((header, index) => ({
    value: String(index),
    label:
      header === ''
        ? `Column ${index + 1}`
        : headers.indexOf(header) === headers.lastIndexOf(header)
          ? header
          : `${header} (column ${index + 1})`,
  }))
  const choose = (field: ImportField, value: string | null) => {
    const { [field]: _, ...others } = mapping
    const taken = value === null ? undefined : Number(value)
    // A column holds one thing: chosen for another, it is taken from the first.
    const rest = Object.fromEntries(Object.entries(others).filter(([, index]) => index !== taken))
    onChange({ date_order, mapping: taken === undefined ? rest : { ...rest, [field]: taken } })
  }
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Columns
      </Title>
      <div className={classes.columns}>
        {importFields.map(field => (
          <Select
            key={field}
            label={importFieldNames[field]}
            placeholder="Not in the file"
            data={columns}
            value={mapping[field] === undefined ? null : String(mapping[field])}
            onChange={value => choose(field, value)}
            disabled={isBusy}
            clearable
            clearButtonProps={{ 'aria-label': `Clear ${importFieldNames[field]}` }}
          />
        ))}
      </div>
      {mapping.date !== undefined && (
        <Group gap="xs">
          <Text size="sm" id="date-order">
            3/4/2026 means
          </Text>
          <SegmentedControl
            aria-labelledby="date-order"
            size="xs"
            disabled={isBusy}
            value={date_order}
            onChange={order => onChange({ mapping, date_order: order as DateOrder })}
            data={[
              { value: 'day', label: '3 April' },
              { value: 'month', label: 'March 4' },
            ]}
          />
        </Group>
      )}
    </Stack>
  )
}
