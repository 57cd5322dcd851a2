import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { peopleText } from './report-words.ts'
import { type MonthlyReport, useDeleteReportSchedule, useGetReportSchedule } from './reports-api.ts'

const MonthlyDialog = lazy(async () => ({
  default: (await import('./monthly-dialog.tsx')).MonthlyDialog,
}))

/** Who gets a draft on the first of each month (docs/product/reports.md "Every month"). */
export function MonthlyPanel() {
  const projectId = useProjectId()
  const { data, error, refetch } = useGetReportSchedule(projectId)
  const [isOpen, setOpen] = useState(false)
  if (error && data === undefined) return <Failed message={messageOf(error)} onRetry={() => void refetch()} />
  if (data === undefined)
    return (
      <Loading>
        <Skeleton height={96} />
      </Loading>
    )
  return (
    <Paper component="section" withBorder p="md" radius="md" aria-label="Every month">
      <Title order={2} size="h5">
        Every month
      </Title>
      {data ? (
        <Running schedule={data} onEdit={() => setOpen(true)} />
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            On the first of each month at 8:00, one of you gets the draft of a report about the month before.
            You look it over and send it: nothing is sent by itself.
          </Text>
          <Button variant="default" onClick={() => setOpen(true)}>
            Set up monthly reports
          </Button>
        </>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <MonthlyDialog schedule={data} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Paper>
  )
}

const meantFor = ({ user_ids, emails }: MonthlyReport): string => {
  const count = user_ids.length + emails.length
  return count === 0 ? 'You choose the recipients each time.' : `Recipients: ${peopleText(count)}.`
}

function Running({ schedule, onEdit }: { readonly schedule: MonthlyReport; readonly onEdit: () => void }) {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const ending = useDeleteReportSchedule(projectId)
  const { ask, dialog } = useConfirm()
  const end = async () => {
    const isSure = await ask({
      title: 'End monthly reports?',
      text: 'No more drafts will be created. Existing reports are kept.',
      confirmLabel: 'End',
      cancelLabel: 'Cancel',
      danger: true,
    })
    if (isSure) ending.mutate()
  }
  return (
    <>
      <Text size="sm">
        The next draft comes on <ZonedTime instant={schedule.next_at} timezone={timezone} />, for{' '}
        {schedule.manager ?? 'the admins of your agency'} to review. {meantFor(schedule)}
      </Text>
      {schedule.manager === null && (
        <Text size="sm" c="dimmed">
          The person who was to get it no longer writes reports in this project.
        </Text>
      )}
      <Group mt="sm">
        <Button variant="default" onClick={onEdit}>
          Edit…
        </Button>
        <Button variant="default" loading={ending.isPending} onClick={() => void end()}>
          End…
        </Button>
      </Group>
      {dialog}
    </>
  )
}
