import { Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { durationText } from '#domain/reports/words.ts'
import type { InstallationStatus, NetworkStatus, QueueStatus } from '#domain/status/contract.ts'
import { findProblems, isOverdue, waitsAtMost } from '#domain/status/problems.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { browserTimezone, ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { useGetStatus } from './api.ts'
import { FailedMails } from './failed-mails.tsx'
import classes from './status.module.css'

/** How the whole installation is, for those who run it (docs/product/status.md "The page"). */
export function StatusScreen() {
  const { data: status, error, refetch } = useGetStatus()
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h3">
          Status
        </Title>
        <Text size="sm" c="dimmed">
          The whole installation, all agencies. Renewed every 15 seconds.
        </Text>
      </div>
      {error && !status && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
      {!error && !status && (
        <Loading>
          <Skeleton height={320} />
        </Loading>
      )}
      {status && <Sections status={status} />}
    </Stack>
  )
}

type Shown = { readonly status: InstallationStatus }

function Sections({ status }: Shown) {
  const now = new Date(status.read_at)
  return (
    <>
      <Problems status={status} />
      <Section title="Networks">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Network</Table.Th>
            <Table.Th ta="right">Should have gone out</Table.Th>
            <Table.Th ta="right">Being looked up</Table.Th>
            <Table.Th ta="right">Live in 24 h</Table.Th>
            <Table.Th ta="right">Failed in 24 h</Table.Th>
            <Table.Th ta="right">To reconnect</Table.Th>
            <Table.Th ta="right">Figures to read</Table.Th>
            <Table.Th>Limited until</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {status.networks.map(network => (
            <NetworkRow key={network.social_network} network={network} now={now} />
          ))}
        </Table.Tbody>
      </Section>
      <FailedMails mails={status.failed_mails} />
      <Section title="Background jobs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Queue</Table.Th>
            <Table.Th ta="right">Running</Table.Th>
            <Table.Th ta="right">Waiting</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {status.queues.length === 0 && (
            <Table.Tr>
              <Table.Td colSpan={3}>Nothing to do.</Table.Td>
            </Table.Tr>
          )}
          {status.queues.map(queue => (
            <QueueRow key={queue.name} queue={queue} now={now} />
          ))}
        </Table.Tbody>
      </Section>
      <Rest status={status} />
    </>
  )
}

/** What somebody should look at, on top of everything. */
function Problems({ status }: Shown) {
  const problems = findProblems(status)
  if (problems.length === 0)
    return (
      <div className={classes.fine} role="status">
        <IconCircleCheck size={20} aria-hidden />
        <Text fw={600}>Everything works.</Text>
      </div>
    )
  return (
    <ul className={classes.problems} aria-label="Needs attention">
      {problems.map(({ text, remedy }) => (
        <li key={text}>
          <IconAlertTriangle size={20} aria-hidden />
          <div>
            <Text fw={600}>{text}</Text>
            <Text size="sm">{remedy}</Text>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      {/* On a phone it is wider than the page: people without a pointer scroll it with the arrow keys. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to take the focus */}
      <section className={classes.table} aria-label={title} tabIndex={0}>
        <Table aria-label={title}>{children}</Table>
      </section>
    </div>
  )
}

const minutesSince = (instant: string, now: Date): number =>
  Math.max(0, now.getTime() - new Date(instant).getTime()) / 60_000

type Count = { readonly due: QueueStatus['due']; readonly most: number; readonly now: Date }

/** How much waits, for how long, and whether that is too long. */
function WaitingCount({ due, most, now }: Count) {
  const isLate = isOverdue(due, most, now)
  return (
    <Table.Td ta="right" className={classes.number} data-late={isLate || undefined}>
      {due.count}
      {due.since !== null && <small>{durationText(minutesSince(due.since, now))}</small>}
    </Table.Td>
  )
}

function NetworkRow({ network, now }: { readonly network: NetworkStatus; readonly now: Date }) {
  const { social_network, due, unknown, live, failed, accounts_to_reconnect, figures, limited_until } =
    network
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <NetworkBadge network={social_network} withName />
      </Table.Th>
      <WaitingCount due={due} most={waitsAtMost.posts} now={now} />
      <Table.Td ta="right">{unknown}</Table.Td>
      <Table.Td ta="right">{live}</Table.Td>
      <Table.Td ta="right">{failed}</Table.Td>
      <Table.Td ta="right">{accounts_to_reconnect}</Table.Td>
      <WaitingCount due={figures} most={waitsAtMost.figures} now={now} />
      <Table.Td>
        {limited_until === null ? (
          'not limited'
        ) : (
          <ZonedTime instant={limited_until} timezone={browserTimezone()} zone="hint" />
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function QueueRow({
  queue: { name, running, due },
  now,
}: {
  readonly queue: QueueStatus
  readonly now: Date
}) {
  return (
    <Table.Tr>
      <Table.Th scope="row">{name}</Table.Th>
      <Table.Td ta="right">{running}</Table.Td>
      <WaitingCount due={due} most={waitsAtMost.jobs} now={now} />
    </Table.Tr>
  )
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)}\u00a0GB`
const diskNames = { data: 'Data', uploads: 'Uploads under way' } as const

function Rest({ status: { backups, disks, mails, version } }: Shown) {
  return (
    <dl className={classes.facts}>
      <dt>Mails to send</dt>
      <dd>{mails.count}</dd>
      <dt>Last good backup</dt>
      <dd>
        {backups === null && 'No backups are made by Galley.'}
        {backups?.last_good_at === null && 'none yet'}
        {backups?.last_good_at && <ZonedTime instant={backups.last_good_at} timezone={browserTimezone()} />}
      </dd>
      {disks.map(({ holds, free_bytes, total_bytes }) => (
        <Group key={holds} className={classes.pair}>
          <dt>{diskNames[holds]}</dt>
          <dd>
            {gigabytes(free_bytes)} free of {gigabytes(total_bytes)}
          </dd>
        </Group>
      ))}
      <dt>Version</dt>
      <dd>{version}</dd>
    </dl>
  )
}
