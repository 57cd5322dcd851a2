import { Button, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { addMonths, monthOf } from '#domain/kernel/days.ts'
import { dayOf } from '#domain/kernel/time.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useIsChangeable } from '#web/platform/me.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { browserTimezone } from '#web/ui/time/zoned-time.tsx'
import { MonthlyPanel } from './monthly-panel.tsx'
import { NetworksField, useUsualNetworks } from './networks-field.tsx'
import classes from './report.module.css'
import { ReportEditor } from './report-editor.tsx'
import { dayText, standText } from './report-words.ts'
import { useCreateReport, useListReports } from './reports-api.ts'

type Props = {
  /** The report that is open; undefined: the list. */
  readonly reportId: number | undefined
  readonly onReport: (reportId: number | undefined) => void
}

/** The reports of a project, or one of them (docs/product/reports.md "Reports"). */
export function ReportingScreen({ reportId, onReport }: Props) {
  const isChangeable = useIsChangeable(useProjectId())
  if (reportId !== undefined)
    return <ReportEditor key={reportId} reportId={reportId} onDeleted={() => onReport(undefined)} />
  return (
    <Stack gap="lg" className={classes.screen}>
      <div>
        <Title order={1} size="h3">
          Reports
        </Title>
        <Text size="sm" c="dimmed">
          What you set out to do, what happened, and why. For your client, and frozen once you send it.
        </Text>
      </div>
      {isChangeable && (
        <>
          <NewReport onReport={onReport} />
          <MonthlyPanel />
        </>
      )}
      <ReportList />
    </Stack>
  )
}

/** Last month, which is what most reports are about. */
const usualDays = () => monthOf(addMonths(dayOf(new Date(), browserTimezone()), -1))

function NewReport({ onReport }: Pick<Props, 'onReport'>) {
  const projectId = useProjectId()
  const [days, setDays] = useState(usualDays)
  const [chosen, setChosen] = useState<readonly SocialNetwork[] | null>(null)
  const usual = useUsualNetworks(projectId)
  const networks = chosen ?? usual
  const making = useCreateReport(projectId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { from: days.start, to: days.end, networks: [...networks] }
    making.mutate(body, { onSuccess: ({ id }) => onReport(id) })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Group align="end">
          <TextInput
            type="date"
            label="From"
            required
            value={days.start}
            onChange={event => setDays({ ...days, start: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="To"
            required
            value={days.end}
            onChange={event => setDays({ ...days, end: event.currentTarget.value })}
          />
        </Group>
        <NetworksField value={networks} onChange={setChosen} />
        <div>
          <Button type="submit" loading={making.isPending} disabled={networks.length === 0}>
            Start a report
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function ReportList() {
  const projectId = useProjectId()
  const { data, error, refetch } = useListReports(projectId)
  if (error && !data) return <Failed message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Loading>
        <Skeleton height={120} />
      </Loading>
    )
  if (data.length === 0) return <Empty title="No reports yet" />
  return (
    <ul className={classes.list} aria-label="Reports">
      {data.map(({ id, from, to, networks, sent_at, sent_to }) => (
        <li key={id}>
          <Link to="/$projectId/reporting" params={{ projectId }} search={{ id }} className={classes.link}>
            {dayText(from)} to {dayText(to)}
          </Link>
          <Text size="sm" c="dimmed">
            {standText({ sent_at, sent_to }, browserTimezone())} ·{' '}
            {networks.map(network => networkNames[network]).join(', ')}
          </Text>
        </li>
      ))}
    </ul>
  )
}
