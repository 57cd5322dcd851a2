import { Button, Group, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { holderText } from '#domain/reports/holder-text.ts'
import type { SecretAddress } from '#domain/secret-addresses/model.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { useFocusPageWhenGone } from '#web/ui/dialog/use-focus-back.ts'
import { Failed } from '#web/ui/states.tsx'
import { browserTimezone, ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  type Revoked,
  useListOwnSecretAddresses,
  useListSecretAddresses,
  useRevokeOwnSecretAddresses,
  useRevokeSecretAddresses,
} from './api.ts'
import classes from './secret-addresses.module.css'

const here = browserTimezone()

const titles = {
  approval_link: 'Approval link',
  report_link: 'Link to a report',
  calendar_feed: 'Calendar feed',
  proof: 'Proof',
} as const satisfies Record<SecretAddress['kind'], string>

/** What stops for those who have it. */
const losses = {
  approval_link: 'Nobody will be able to approve with this link any more.',
  report_link: 'Nobody will be able to read the report with this link any more.',
  proof: 'Nobody will be able to see the posts with this link any more.',
  calendar_feed: 'Calendars that subscribed to it get no more updates.',
} as const satisfies Record<SecretAddress['kind'], string>

type Revoke = (which: Revoked, done: { readonly onSuccess: () => void }) => void
type Props = {
  readonly list: Pick<UseQueryResult<SecretAddress[]>, 'data' | 'error' | 'refetch'>
  readonly revoke: Revoke
  readonly intro: string
  /** In place of an empty list; without it nothing is shown. */
  readonly empty?: string
}

const INTRO = 'Anyone who has one of these addresses can open it without signing in.'

/** For the admins of an agency (docs/product/accounts.md "Secret addresses"). */
export function AgencySecretAddresses({ agencyId }: { readonly agencyId: number }) {
  const { mutate } = useRevokeSecretAddresses(agencyId)
  return (
    <SecretAddresses
      list={useListSecretAddresses(agencyId)}
      revoke={mutate}
      intro={INTRO}
      empty="There are no approval links, links to reports, calendar feeds or proofs that open something at present."
    />
  )
}

/** For each person: those that they have made, in whatever agency. */
export function OwnSecretAddresses() {
  const { mutate } = useRevokeOwnSecretAddresses()
  return (
    <SecretAddresses list={useListOwnSecretAddresses()} revoke={mutate} intro={`Made by you. ${INTRO}`} />
  )
}

/** What opens without a sign-in, to be revoked singly or all; not shown while there is nothing. */
function SecretAddresses({ list: { data, error, refetch }, revoke, intro, empty }: Props) {
  const titleId = useId()
  if (error && !data) return <Failed message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return null
  if (data.length === 0)
    return (
      empty && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )
    )
  return (
    <section aria-labelledby={titleId}>
      <Group justify="space-between" align="end" mb="xs">
        <div>
          <Title order={2} size="h5" id={titleId}>
            Secret addresses
          </Title>
          <Text size="sm" c="dimmed">
            {intro}
          </Text>
        </div>
        {data.length > 1 && <RevokeAll revoke={revoke} count={data.length} />}
      </Group>
      <BoxedList aria-labelledby={titleId}>
        {data.map(address => (
          <Address key={`${address.kind} ${address.id}`} revoke={revoke} address={address} />
        ))}
      </BoxedList>
    </section>
  )
}

function RevokeAll({ revoke, count }: { readonly revoke: Revoke; readonly count: number }) {
  const { ask, dialog } = useConfirm()
  const revokeAll = async () => {
    const isSure = await ask({
      title: `Revoke all ${count} addresses?`,
      text: 'All of them stop working at once, also those that clients got by mail.',
      confirmLabel: 'Revoke all',
      cancelLabel: 'Cancel',
      danger: true,
    })
    if (isSure) revoke('all', { onSuccess: () => toast.success('Addresses revoked') })
  }
  return (
    <>
      <Button variant="default" size="sm" onClick={() => void revokeAll()}>
        Revoke all
      </Button>
      {dialog}
    </>
  )
}

function Address({ revoke, address }: { readonly revoke: Revoke; readonly address: SecretAddress }) {
  useFocusPageWhenGone()
  const { ask, dialog } = useConfirm()
  const { kind, holder } = address
  const subject = holder === null ? address.subject : `${address.subject}, ${holderText(holder)}`
  const title = titles[kind]
  const revokeThis = async () => {
    const isSure = await ask({
      title: `Revoke this ${title.toLowerCase()}?`,
      text: losses[kind],
      confirmLabel: 'Revoke',
      cancelLabel: 'Cancel',
      danger: true,
    })
    if (isSure) revoke(address, { onSuccess: () => toast.success(`${title} revoked`) })
  }
  return (
    <li className={classes.address}>
      <div className={classes.words}>
        <Text size="sm" fw={600}>
          {title}: <bdi>{subject}</bdi>
        </Text>
        <Details address={address} />
      </div>
      <Button
        variant="subtle"
        size="sm"
        color="red"
        c="var(--g-danger-text)"
        onClick={() => void revokeThis()}
        aria-label={`Revoke: ${title}, ${subject}`}
      >
        Revoke
      </Button>
      {dialog}
    </li>
  )
}

function Details({
  address: { project, made_by, created_at, expires_at, holder, opened_at },
}: {
  readonly address: SecretAddress
}) {
  return (
    <Text size="xs" c="dimmed">
      <bdi>{project.name}</bdi> ·{' '}
      {made_by === null ? 'sent by Galley' : holder?.kind === 'recipient' ? 'mailed by ' : 'made by '}
      <bdi>{made_by}</bdi> <ZonedTime instant={created_at} timezone={here} zone="hint" />
      {holder !== null && opened_at === null && ' · not opened yet'}
      {opened_at !== null && (
        <>
          {' · last opened '}
          <ZonedTime instant={opened_at} timezone={here} zone="hint" />
        </>
      )}
      {expires_at !== null && (
        <>
          {' · until '}
          <ZonedTime instant={expires_at} timezone={here} zone="hint" />
        </>
      )}
    </Text>
  )
}
