import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { IconArrowBackUp, IconCalendar, IconDownload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { PostImport } from '#domain/imports/contract.ts'
import { IMPORT_KEPT_DAYS } from '#domain/imports/limits.ts'
import { tableText } from '#domain/kernel/table-text.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import { useUndoImport } from './api.ts'
import { ImportRows } from './import-rows.tsx'
import { outcomeNames } from './outcome-names.ts'
import { rowName } from './row-names.ts'

/** Without progress for so long, others have their turn, or the worker is gone and another one takes over within a minute. */
const RESTING_MS = 15_000

const useIsResting = (done: number): boolean => {
  const [restingAt, setRestingAt] = useState<number | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setRestingAt(done), RESTING_MS)
    return () => clearTimeout(timer)
  }, [done])
  return restingAt === done
}

/** An import that goes on in the background. */
export function RunningImport({ found }: { readonly found: PostImport }) {
  const { done, total } = found
  const isResting = useIsResting(done)
  return (
    <Stack gap="xs">
      <Text role="status">
        {done} of {total} {rowName(found)}s are done.{' '}
        {isResting
          ? 'Waiting to go on… You can leave this page.'
          : 'You can leave this page; the import goes on.'}
      </Text>
      <Progress
        value={(done / total) * 100}
        aria-label={`${rowName(found) === 'post' ? 'Posts' : 'Rows'} that are done`}
      />
    </Stack>
  )
}

const countOf = ({ rows }: PostImport, outcome: keyof typeof outcomeNames): number =>
  rows.filter(row => row.outcome === outcome).length

/** `12 created · 2 updated · 1 left out`. */
const summaryOf = (found: PostImport): string =>
  (Object.keys(outcomeNames) as (keyof typeof outcomeNames)[])
    .map(outcome => [countOf(found, outcome), outcomeNames[outcome].toLowerCase()] as const)
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${count} ${name}`)
    .join(' · ')

/** The first day of what was imported; undefined: nothing has one, and the calendar opens where it is. */
const firstDayOf = ({ rows }: PostImport): string | undefined =>
  rows
    .flatMap(({ outcome, day }) => ((outcome === 'created' || outcome === 'updated') && day) || [])
    .toSorted()[0]

const resultText = ({ rows }: PostImport): string =>
  tableText([
    ['Row', 'ID', 'Message', 'Result', 'Reason', 'Post'],
    ...rows.map(row => [
      ...[String(row.line), row.external_id ?? '', row.message, row.outcome ? outcomeNames[row.outcome] : ''],
      ...[[row.reason ?? [], row.problems].flat().join(' '), String(row.post_id ?? '')],
    ]),
  ])

type Props = {
  readonly found: PostImport
  readonly onAnother: () => void
}

/** What became of the rows, with Undo for all of them. */
export function FinishedImport({ found, onAnother }: Props) {
  const projectId = useProjectId()
  const undo = useUndoImport(projectId, found.id)
  const { ask, dialog } = useConfirm()
  const isUndone = found.status === 'undone'
  const created = countOf(found, 'created')
  const takeBack = async () => {
    const isSure = await ask({
      title: 'Undo this import?',
      text: `The drafts that it has created are deleted and can be found in the bin. Posts that were sent since then stay${found.archive ? ', and so do labels, campaigns and hashtag pools' : ''}.`,
      confirmLabel: 'Undo import',
      cancelLabel: 'Keep the drafts',
    })
    if (!isSure) return
    sayWhenDone(undo.mutateAsync(), ({ deleted, kept }) => {
      toast.success(
        `${deleted} ${deleted === 1 ? 'draft' : 'drafts'} deleted${kept > 0 ? `, ${kept} kept because they are no longer drafts` : ''}`,
      )
    })
  }
  return (
    <>
      <div>
        <div role="status">
          <Title order={2} size="h4">
            {isUndone ? 'This import was undone' : 'The import is done'}
          </Title>
        </div>
        <Text size="sm">{summaryOf(found)}</Text>
        {found.is_cleaned && (
          <Text size="sm" c="dimmed">
            The texts of an import are removed after {IMPORT_KEPT_DAYS} days. The posts have them.
          </Text>
        )}
      </div>
      <Group>
        <LinkButton
          to="/$projectId/calendar"
          params={{ projectId }}
          search={{ date: isUndone ? undefined : firstDayOf(found) }}
          leftSection={<IconCalendar size={16} aria-hidden />}
        >
          Open the calendar
        </LinkButton>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveFile('import-result.csv', resultText(found))}
        >
          Download result
        </Button>
        {!isUndone && created > 0 && (
          <Button
            variant="default"
            loading={undo.isPending}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => void takeBack()}
          >
            Undo import
          </Button>
        )}
        <Button variant="default" onClick={onAnother}>
          Import another file
        </Button>
      </Group>
      <ImportRows
        rows={found.rows}
        rowName={rowName(found)}
        isUndone={isUndone}
        isCleaned={found.is_cleaned}
      />
      {dialog}
    </>
  )
}
