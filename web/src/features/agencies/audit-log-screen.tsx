import { Button, type ButtonProps, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { timezoneLabel } from '#domain/kernel/time.ts'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { HeaderSlot } from '#web/ui/page/header-slot.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { Empty, Failed, Loading, NotPermitted } from '#web/ui/states.tsx'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import { type AuditFilters, readerTimezone, useExportAuditLog, useListAuditLog } from './api.ts'
import { AuditFilterBar } from './audit-filters.tsx'
import { AuditLine } from './audit-line.tsx'
import classes from './audit-log.module.css'
import { type AuditSearch, filtersOf, isNarrowed } from './audit-search.ts'

type Props = {
  readonly agencyId: number
  readonly search: AuditSearch
  readonly onSearch: (search: AuditSearch) => void
}

/** Who changed what in the agency, when and from where. It can be read and exported, never changed. */
export function AuditLogScreen({ agencyId, search, onSearch }: Props) {
  const filters = filtersOf(search)
  return (
    <Stack gap="lg">
      <HeaderSlot>
        <ExportButton agencyId={agencyId} filters={filters} visibleFrom="sm" />
      </HeaderSlot>
      <div>
        <Title order={1} size="h3">
          Audit log
        </Title>
        <Text size="sm" c="dimmed">
          Who changed what in the agency and all its projects, and from where. Entries cannot be changed or
          deleted. Times in {timezoneLabel(readerTimezone)}.
        </Text>
      </div>
      <ExportButton agencyId={agencyId} filters={filters} hiddenFrom="sm" h={44} />
      <AuditFilterBar agencyId={agencyId} search={search} onSearch={onSearch} />
      <AuditList agencyId={agencyId} filters={filters} onClear={() => onSearch({})} />
    </Stack>
  )
}

type ExportProps = ButtonProps & { readonly agencyId: number; readonly filters: AuditFilters }

/** Exports the filtered log as a file for a spreadsheet. */
function ExportButton({ agencyId, filters, ...button }: ExportProps) {
  const exporting = useExportAuditLog(agencyId)
  const save = () =>
    sayWhenDone(exporting.mutateAsync(filters), ({ file_name, csv, is_cut }) => {
      saveFile(file_name, csv)
      if (is_cut)
        toast.info('The file contains only the newest changes. Filter by date to export the others.')
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

type ListProps = {
  readonly agencyId: number
  readonly filters: AuditFilters
  readonly onClear: () => void
}

function AuditList({ agencyId, filters, onClear }: ListProps) {
  const log = useListAuditLog(agencyId, filters)
  if (log.error instanceof ApiError && log.error.status === 403)
    return <NotPermitted text="Only an admin of the agency may read its audit log." />
  if (log.isLoadingError || (log.error && !log.data))
    return <Failed message={messageOf(log.error)} onRetry={() => void log.refetch()} />
  if (!log.data) return <ListLoading />
  const entries = log.data.pages.flatMap(page => page.entries)
  if (entries.length === 0) return <Nothing isFiltered={isNarrowed(filters)} onClear={onClear} />
  return (
    <div aria-busy={log.isPlaceholderData}>
      <BoxedList aria-label="Audit log" className={log.isPlaceholderData ? classes.old : undefined}>
        {entries.map(entry => (
          <AuditLine key={entry.id} entry={entry} />
        ))}
      </BoxedList>
      <Group justify="center" mt="md">
        {log.isFetchNextPageError && (
          <Text size="sm" c="var(--g-danger-text)" role="alert">
            {messageOf(log.error)}
          </Text>
        )}
        {log.hasNextPage ? (
          <Button
            variant="default"
            loading={log.isFetchingNextPage}
            onClick={() => void log.fetchNextPage()}
            className={classes.more}
          >
            Load more
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            {entries.length === 1 ? '1 change' : `${entries.length} changes`}, no older ones
          </Text>
        )}
      </Group>
    </div>
  )
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <Empty
      title="No changes match these filters"
      text="Choose other dates, or clear the filters."
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  ) : (
    <Empty
      title="No changes yet"
      text="Changes to invitations, members, settings and social accounts appear here."
    />
  )
}

function ListLoading() {
  return (
    <Loading>
      <Stack gap="xs">
        {[1, 2, 3, 4].map(row => (
          <Skeleton key={row} height={68} />
        ))}
      </Stack>
    </Loading>
  )
}
