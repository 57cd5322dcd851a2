import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type HandOver, type HandOverOffer, OFFER_DAYS } from '#domain/agencies/hand-over-contract.ts'
import { countText } from '#domain/kernel/count-text.ts'
import type { OwnProject } from '#domain/projects/model.ts'
import { SettingsPanel } from '#web/features/projects/settings-panel.tsx'
import { messageOf } from '#web/platform/api-error.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { Failed } from '#web/ui/states.tsx'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { sayWhenDone } from '#web/ui/toast.tsx'
import { useGetHandOver, useOfferProject, useWithdrawOffer } from './api.ts'
import { WhatGoes } from './what-goes.tsx'

type PanelProps = { readonly project: OwnProject }

/** Offers the client to an admin of another agency, and withdraws that (docs/product/hand-over.md "The offer"). */
export function HandOverPanel({ project }: PanelProps) {
  const { data, error, refetch } = useGetHandOver(project.id)
  return (
    <SettingsPanel
      title="Hand over to another agency"
      about={`For a client that moves to another agency. An admin there has ${OFFER_DAYS} days to accept; until then nothing changes.`}
    >
      {error && !data && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
      {!data?.offer && project.archived_at !== undefined && (
        <Text size="sm">It is archived. Bring it back before you hand it over.</Text>
      )}
      {/* Also before it is known what would go: few clients are on offer, and the sections below would move. */}
      {!data?.offer && project.archived_at === undefined && (data || !error) && (
        <OfferForm project={project} handOver={data} />
      )}
      {data?.offer && <StandingOffer project={project} offer={data.offer} />}
    </SettingsPanel>
  )
}

function OfferForm({ project, handOver }: PanelProps & { readonly handOver: HandOver | undefined }) {
  const { ask, dialog } = useConfirm()
  const [email, setEmail] = useState('')
  const offering = useOfferProject(project.id)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!handOver) return
    const { goes, stays } = handOver
    const isSure = await ask({
      title: `Offer ${project.name} to ${email.trim()}?`,
      details: (
        <Stack gap="xs">
          <Text size="sm">Once they accept:</Text>
          <WhatGoes goes={goes} side="giving" />
          {stays.internal_notes > 0 && (
            <Text size="sm">
              {countText(stays.internal_notes, 'internal note is', 'internal notes are')} deleted for good.
              Export the project first if you need them.
            </Text>
          )}
          <Text size="sm">
            They read this list before they decide, with the names of the accounts. You can withdraw the offer
            until they accept. Afterwards only they can give the client back.
          </Text>
        </Stack>
      ),
      confirmLabel: 'Offer client',
      cancelLabel: 'Cancel',
    })
    if (isSure) sayWhenDone(offering.mutateAsync(email.trim()), 'Offer made')
  }
  return (
    <form onSubmit={event => void submit(event)}>
      <Group align="end" gap="sm">
        <TextInput
          type="email"
          label="Email address of an admin of the other agency"
          description="Nobody is told whether the address is known to Galley."
          autoComplete="off"
          required
          style={{ flex: '1 1 280px' }}
          value={email}
          onChange={event => setEmail(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          loading={offering.isPending}
          disabled={!handOver || !email.includes('@')}
        >
          Offer this client…
        </Button>
      </Group>
      {dialog}
    </form>
  )
}

function StandingOffer({ project, offer }: PanelProps & { readonly offer: HandOverOffer }) {
  const withdrawing = useWithdrawOffer(project.id)
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        Offered to <bdi>{offer.email}</bdi> by <bdi>{offer.offered_by}</bdi>. It can be accepted until{' '}
        <ZonedTime instant={offer.expires_at} timezone={project.timezone} zone="hint" />, if this is the
        address of an admin of another agency.
      </Text>
      <Button
        variant="default"
        loading={withdrawing.isPending}
        onClick={() => sayWhenDone(withdrawing.mutateAsync(), 'Offer withdrawn')}
      >
        Withdraw the offer
      </Button>
    </Stack>
  )
}
