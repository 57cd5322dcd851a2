import { NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { addDays, addMonths, monthOf } from '#domain/kernel/days.ts'
import { dayOf } from '#domain/kernel/time.ts'
import type { ApprovalLedger } from '#domain/reports/contract.ts'
import { durationText } from '#domain/reports/words.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { browserTimezone } from '#web/ui/time/zoned-time.tsx'
import { useGetApprovalLedger } from './api.ts'
import classes from './approval-times.module.css'

type Props = { readonly agencyId: number }

const periods = [
  { value: 'this', label: 'This month' },
  { value: 'last', label: 'Last month' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
]

const daysOf = (period: string, today: string) => {
  if (period === '30' || period === '90') return { from: addDays(today, 1 - Number(period)), to: today }
  const { start, end } = monthOf(period === 'this' ? today : addMonths(today, -1))
  return { from: start, to: end }
}

/** How long the agency and its clients take to decide (docs/product/reports.md "Approval times"). */
export function ApprovalTimesScreen({ agencyId }: Props) {
  const [period, setPeriod] = useState('30')
  const days = daysOf(period, dayOf(new Date(), browserTimezone()))
  const { data, error, refetch, isPlaceholderData } = useGetApprovalLedger(agencyId, days)
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h3">
          Approval times
        </Title>
        <Text size="sm" c="dimmed">
          How long decisions take, from sending to the answer. Only admins of the agency see this page.
        </Text>
      </div>
      <NativeSelect
        label="Period"
        data={periods}
        value={period}
        onChange={event => setPeriod(event.currentTarget.value)}
        maw={240}
      />
      {error && !data && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
      {!error && !data && (
        <Loading>
          <Skeleton height={240} />
        </Loading>
      )}
      {data && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? classes.old : undefined}>
          <Clients clients={data.clients} />
          <People people={data.people} />
        </div>
      )}
    </Stack>
  )
}

type Side = ApprovalLedger['clients'][number]['client']
type Times = Pick<Side, 'decisions' | 'median_minutes' | 'p90_minutes' | 'rounds_per_post'>

const timesHeads = ['Decisions', 'Median', '9 of 10 within', 'Rounds per post', 'Late'] as const

function TimesCells({ times }: { readonly times: Times }) {
  return (
    <>
      <td>{times.decisions}</td>
      <td>{durationText(times.median_minutes)}</td>
      <td>{durationText(times.p90_minutes)}</td>
      <td>{times.rounds_per_post ?? '–'}</td>
    </>
  )
}

const lateText = ({ late, overdue }: Side): string =>
  overdue > 0 ? `${late}, ${overdue} waiting` : `${late}`

/** The slowest client first: that is where time is lost. */
const bySlowness = (clients: ApprovalLedger['clients']) =>
  clients.toSorted((a, b) => (b.client.median_minutes ?? -1) - (a.client.median_minutes ?? -1))

function Clients({ clients }: Pick<ApprovalLedger, 'clients'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and the keyboard must be able to scroll it
    <section aria-labelledby="approval-clients" className={classes.box} tabIndex={0}>
      <table className={classes.table}>
        <caption id="approval-clients">Clients, slowest first</caption>
        <thead>
          <tr>
            {['Client', 'Side', ...timesHeads, 'Posts missed'].map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {bySlowness(clients).map(row => (
          <tbody key={row.project_id}>
            <tr>
              <th scope="rowgroup" rowSpan={2}>
                <bdi>{row.project_name}</bdi>
              </th>
              <td>Client</td>
              <TimesCells times={row.client} />
              <td>{lateText(row.client)}</td>
              <td rowSpan={2}>{row.missed}</td>
            </tr>
            <tr>
              <td>Agency</td>
              <TimesCells times={row.agency} />
              <td>{lateText(row.agency)}</td>
            </tr>
          </tbody>
        ))}
      </table>
    </section>
  )
}

function People({ people }: Pick<ApprovalLedger, 'people'>) {
  if (people.length === 0) return <Empty title="Nobody in the agency made a decision in this period" />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and the keyboard must be able to scroll it
    <section aria-labelledby="approval-people" className={classes.box} tabIndex={0}>
      <table className={classes.table}>
        <caption id="approval-people">Agency team</caption>
        <thead>
          <tr>
            {['Name', ...timesHeads].map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map(person => (
            <tr key={person.user_id}>
              <th scope="row">
                <bdi>{person.name}</bdi>
              </th>
              <TimesCells times={person} />
              <td>{person.late}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
