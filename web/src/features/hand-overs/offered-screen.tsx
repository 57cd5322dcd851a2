import { Button, Center, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { OfferedProject } from '#domain/agencies/hand-over-contract.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useMe } from '#web/platform/me.ts'
import { destinationOf } from '#web/platform/redirects.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { RowsLoading } from '#web/ui/rows-loading.tsx'
import { Empty, Failed } from '#web/ui/states.tsx'
import { browserTimezone, ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import { useAcceptOffer, useDeclineOffer, useListOfferedProjects } from './api.ts'
import { WhatGoes } from './what-goes.tsx'

/** The clients that the person is offered by other agencies (docs/product/hand-over.md "Taking over"). */
export function OfferedScreen() {
  const me = useMe()
  const navigate = useNavigate()
  const { data, error, refetch } = useListOfferedProjects()
  return (
    <Center component="main" mih="100dvh" p="md">
      <title>Offered clients · Galley</title>
      <Stack w="100%" maw={720} gap="lg">
        <div>
          <Title order={1} size="h3">
            Offered clients
          </Title>
          <Text size="sm" c="dimmed">
            Other agencies offer them to {me.email}. Nothing changes until you accept.
          </Text>
        </div>
        {error && !data && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
        {!error && !data && <RowsLoading height={64} />}
        {data?.projects.length === 0 && (
          <Empty
            title="You are offered no client"
            text="An offer ends after two weeks, or when the agency that made it withdraws it."
          />
        )}
        {data && data.projects.length > 0 && (
          <BoxedList>
            {data.projects.map(offer => (
              <li key={offer.id}>
                <OfferedRow offer={offer} />
              </li>
            ))}
          </BoxedList>
        )}
        {(data || error) && (
          <Group>
            <Button variant="default" onClick={() => void navigate({ to: destinationOf(me, null) })}>
              {me.projects.length > 0 ? 'Back to your projects' : 'Go on'}
            </Button>
          </Group>
        )}
      </Stack>
    </Center>
  )
}

function OfferedRow({ offer }: { readonly offer: OfferedProject }) {
  const { id, project_name, agency_name, offered_by, expires_at, goes, agencies } = offer
  const { ask, dialog } = useConfirm()
  const navigate = useNavigate()
  const accepting = useAcceptOffer(id)
  const declining = useDeclineOffer(id)
  const [chosen, setChosen] = useState(agencies[0]?.id ?? 0)
  const agency = agencies.find(one => one.id === chosen)
  const takeOver = async () => {
    const isSure = await ask({
      title: `Take over ${project_name}?`,
      details: (
        <Text size="sm">
          It belongs to <bdi>{agency?.name}</bdi> at once, and is on its bill from then on.
        </Text>
      ),
      confirmLabel: 'Take over',
      cancelLabel: 'Cancel',
    })
    if (!isSure) return
    sayWhenDone(accepting.mutateAsync(chosen), ({ project_id }) => {
      toast.success(`You have taken over ${project_name}. Connect its accounts, then resume publishing.`)
      void navigate({ to: '/$projectId/calendar', params: { projectId: project_id } })
    })
  }
  const decline = async () => {
    const isSure = await ask({
      title: `Decline ${project_name}?`,
      details: <Text size="sm">The agency that offers it is told, and keeps it.</Text>,
      confirmLabel: 'Decline',
      cancelLabel: 'Cancel',
    })
    if (isSure) sayWhenDone(declining.mutateAsync(), 'Offer declined')
  }
  const isBusy = accepting.isPending || declining.isPending
  return (
    <Stack gap="sm" p="sm">
      <div>
        <Text fw={600} component="h2">
          <bdi>{project_name}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          Offered by <bdi>{offered_by}</bdi> of <bdi>{agency_name}</bdi> · until{' '}
          <ZonedTime instant={expires_at} timezone={browserTimezone()} zone="hint" />
        </Text>
      </div>
      <WhatGoes goes={goes} side="getting" />
      {agencies.length > 1 && (
        <NativeSelect
          label="For which of your agencies"
          maw={320}
          value={String(chosen)}
          onChange={event => setChosen(Number(event.currentTarget.value))}
          data={agencies.map(one => ({ value: String(one.id), label: one.name }))}
        />
      )}
      <Group gap="xs">
        <Button
          loading={accepting.isPending}
          disabled={isBusy}
          aria-label={`Take over ${project_name}`}
          onClick={() => void takeOver()}
        >
          Take over…
        </Button>
        <Button
          variant="default"
          loading={declining.isPending}
          disabled={isBusy}
          aria-label={`Decline ${project_name}`}
          onClick={() => void decline()}
        >
          Decline…
        </Button>
      </Group>
      {dialog}
    </Stack>
  )
}
