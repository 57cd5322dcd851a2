import { Button, Checkbox, Group, Stack, Tabs, Text, Title } from '@mantine/core'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { BIN_DAYS, type BinKind, binKinds } from '#domain/bin/bin.ts'
import type { BinItem } from '#domain/bin/model.ts'
import { timezoneLabel } from '#domain/kernel/time.ts'
import { useMay } from '#web/features/projects/api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useIsChangeable } from '#web/platform/me.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { RowsLoading } from '#web/ui/rows-loading.tsx'
import { Empty, Failed } from '#web/ui/states.tsx'
import { useNow } from '#web/ui/time/use-now.ts'
import { useListBin } from './api.ts'
import classes from './bin.module.css'
import { BinRow } from './bin-row.tsx'
import { countOf, kindWords } from './kinds.ts'
import { useBinActions } from './use-bin-actions.tsx'

type Props = {
  readonly kind: BinKind
  readonly onKind: (kind: BinKind) => void
}

/** What was deleted from a project in the last 30 days, to restore or to delete for good (docs/product/bin.md "The page"). */
export function BinScreen({ kind, onKind }: Props) {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const { data } = useListBin(projectId, kind)
  const counts = data?.pages.at(-1)?.counts
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h3">
          Bin
        </Title>
        <Text size="sm" c="dimmed">
          Deleted items stay here for {BIN_DAYS} days, then they are deleted for good. Times in{' '}
          {timezoneLabel(timezone)}.
        </Text>
      </div>
      <Tabs value={kind} onChange={value => onKind(binKinds.find(each => each === value) ?? 'post')}>
        <Tabs.List aria-label="What was deleted" className={classes.tabs}>
          {binKinds.map(each => (
            <Tabs.Tab key={each} value={each} className={classes.tab}>
              {kindWords[each].tab}
              {counts && counts[each] > 0 && ` (${counts[each]})`}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={kind} pt="md">
          <BinList key={kind} kind={kind} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

type ListProps = { readonly kind: BinKind }

function BinList({ kind }: ListProps) {
  const projectId = useProjectId()
  const bin = useListBin(projectId, kind)
  const now = useNow(60_000)
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const isChangeable = useIsChangeable(projectId)
  const mayDelete = useMay(projectId)('bin.deleteForGood')
  const actions = useBinActions(projectId, kind, () => setMarked(new Set()))
  if (bin.error && !bin.data)
    return <Failed message={messageOf(bin.error)} onRetry={() => void bin.refetch()} />
  if (!bin.data) return <RowsLoading height={72} />
  const items = bin.data.pages.flatMap(page => page.items)
  if (items.length === 0)
    return (
      <>
        <Empty
          icon={<IconTrash size={22} />}
          title={`No deleted ${kindWords[kind].many}`}
          text={`Deleted ${kindWords[kind].many} can be restored here for ${BIN_DAYS} days.`}
        />
        {actions.dialog}
      </>
    )
  // Somebody else may have restored or deleted what was marked.
  const chosen = items.filter(({ id }) => marked.has(id))
  const toggle = ({ id }: BinItem) =>
    setMarked(new Set(marked.has(id) ? [...marked].filter(each => each !== id) : [...marked, id]))
  return (
    <>
      {isChangeable && (
        <Group className={classes.bar} gap="xs">
          <Checkbox
            checked={chosen.length === items.length}
            indeterminate={chosen.length > 0 && chosen.length < items.length}
            onChange={() =>
              setMarked(new Set(chosen.length === items.length ? [] : items.map(({ id }) => id)))
            }
            label={chosen.length === 0 ? 'Select all' : `${chosen.length} selected`}
            className={classes.all}
          />
          {chosen.length > 0 && (
            <>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
                loading={actions.isBusy}
                onClick={() => actions.restore(chosen)}
              >
                Restore
              </Button>
              {mayDelete && (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconTrash size={16} aria-hidden />}
                  disabled={actions.isBusy}
                  onClick={() => void actions.deleteForGood(chosen)}
                >
                  Delete for good
                </Button>
              )}
            </>
          )}
        </Group>
      )}
      <BoxedList aria-label={`Deleted ${kindWords[kind].many}`}>
        {items.map(item => (
          <BinRow
            key={item.id}
            item={item}
            now={now}
            isChosen={marked.has(item.id)}
            onChoose={isChangeable ? () => toggle(item) : null}
            onRestore={isChangeable ? () => actions.restore([item]) : null}
            onDelete={mayDelete ? () => void actions.deleteForGood([item]) : null}
          />
        ))}
      </BoxedList>
      <Group justify="center" mt="md">
        {bin.hasNextPage ? (
          <Button variant="default" loading={bin.isFetchingNextPage} onClick={() => void bin.fetchNextPage()}>
            Load more
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            {countOf(kind, items.length)}, no older ones
          </Text>
        )}
      </Group>
      {actions.dialog}
    </>
  )
}
