import { Group, Select, Table, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { NetworkCosts as OfNetwork } from '#domain/agencies/network-costs-contract.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import { networks } from '#domain/networks/network.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { Failed } from '#web/ui/states.tsx'
import classes from './agency.module.css'
import { useListNetworkCosts } from './api.ts'

const MONTHS = 12

const dollars = (usd: number): string => `$${usd.toFixed(2)}`

/** This month and those before it, as the network counts them: by UTC. */
const monthsUntil = (now: Date) =>
  Array.from({ length: MONTHS }, (_, back) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
    return { value: first.toISOString().slice(0, 7), label: formatInstant(first, 'UTC', formats.month) }
  })

/** What each client costs on networks that charge; not shown to agencies that use none (docs/product/agencies.md "Network costs"). */
export function NetworkCosts({ agencyId }: { readonly agencyId: number }) {
  const [months] = useState(() => monthsUntil(new Date()))
  const [month, setMonth] = useState<string | null>(null)
  const { data, error, refetch } = useListNetworkCosts(agencyId, month)
  if (error && !data) return <Failed message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data || (data.length === 0 && month === null)) return null
  return (
    <section aria-labelledby="network-costs">
      <Group justify="space-between" align="end" mb="xs">
        <div>
          <Title order={2} size="h4" id="network-costs">
            Network costs
          </Title>
          <Text size="sm" c="dimmed">
            Estimated from what Galley wrote and read.
          </Text>
        </div>
        <Select
          aria-label="Month"
          data={months}
          value={month ?? months[0]?.value ?? null}
          onChange={value => setMonth(value)}
          allowDeselect={false}
          w={190}
        />
      </Group>
      {data.length === 0 && <Text size="sm">Nothing was charged in this month.</Text>}
      {data.map(costs => (
        <CostsOfNetwork key={costs.network} costs={costs} />
      ))}
    </section>
  )
}

function CostsOfNetwork({ costs: { network, budget, is_reading_stopped, clients } }: { costs: OfNetwork }) {
  const { label } = networks[network]
  const sum = (of: 'written' | 'read') => clients.reduce((total, client) => total + client[of], 0)
  return (
    <>
      {is_reading_stopped && budget !== null && (
        <Text size="sm" c="var(--g-danger-text)" mb="xs">
          Your share of this month’s budget, {dollars(budget)}, is used up: Galley reads nothing more of{' '}
          {label}. Posts still go out.
        </Text>
      )}
      {!is_reading_stopped && budget !== null && (
        <Text size="sm" mb="xs">
          Galley stops reading {label} once your agency has cost {dollars(budget)} this month. Posts still go
          out.
        </Text>
      )}
      <div className={classes.table}>
        <Table aria-label={`Costs of ${label}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{label}</Table.Th>
              <Table.Th ta="right">Posts</Table.Th>
              <Table.Th ta="right">Reading</Table.Th>
              <Table.Th ta="right">Total</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {clients.map(({ project_id, client, written, read }) => (
              <Table.Tr key={project_id}>
                <Table.Td>
                  <bdi>{client}</bdi>
                </Table.Td>
                <Amounts written={written} read={read} />
              </Table.Tr>
            ))}
            <Table.Tr fw={600}>
              <Table.Td>All clients</Table.Td>
              <Amounts written={sum('written')} read={sum('read')} />
            </Table.Tr>
          </Table.Tbody>
        </Table>
      </div>
    </>
  )
}

function Amounts({ written, read }: { readonly written: number; readonly read: number }) {
  return (
    <>
      <Table.Td ta="right">{dollars(written)}</Table.Td>
      <Table.Td ta="right">{dollars(read)}</Table.Td>
      <Table.Td ta="right">{dollars(written + read)}</Table.Td>
    </>
  )
}
