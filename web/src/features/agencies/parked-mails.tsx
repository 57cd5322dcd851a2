import { Button, Text, Title } from '@mantine/core'
import type { ParkedMail } from '#domain/agencies/parked-mails-contract.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { Failed } from '#web/ui/states.tsx'
import { sayWhenDone } from '#web/ui/toast.tsx'
import { useDiscardParkedMail, useListParkedMails, useRetryParkedMail } from './parked-mails-api.ts'
import { UndeliveredMail } from './undelivered-mail.tsx'

type Props = { readonly agencyId: number }

/** Mails of the agency that nobody has got; not shown while there are none (docs/product/agencies.md "Mails that failed"). */
export function ParkedMails({ agencyId }: Props) {
  const { data, error, refetch } = useListParkedMails(agencyId)
  if (error && !data) return <Failed message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="parked-mails">
      <Title order={2} size="h5" id="parked-mails">
        Mails that could not be delivered
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        Galley has stopped trying to deliver these. Fix the problem the mail server reports, then retry.
      </Text>
      <BoxedList aria-labelledby="parked-mails">
        {data.map(mail => (
          <ParkedMailRow key={mail.id} agencyId={agencyId} mail={mail} />
        ))}
      </BoxedList>
    </section>
  )
}

function ParkedMailRow({ agencyId, mail }: Props & { readonly mail: ParkedMail }) {
  const { id, recipient, subject } = mail
  const { ask, dialog } = useConfirm()
  const retrying = useRetryParkedMail(agencyId)
  const discarding = useDiscardParkedMail(agencyId)
  const discard = async () => {
    const isSure = await ask({
      title: 'Discard this mail?',
      text: `${recipient} will not get it: ${subject}`,
      confirmLabel: 'Discard',
      cancelLabel: 'Cancel',
      danger: true,
    })
    if (isSure) sayWhenDone(discarding.mutateAsync(id), 'Mail discarded')
  }
  return (
    <UndeliveredMail mail={mail} isRetrying={retrying.isPending} onRetry={retrying.mutate}>
      <Button
        variant="subtle"
        size="sm"
        color="red"
        c="var(--g-danger-text)"
        loading={discarding.isPending}
        onClick={() => void discard()}
        aria-label={`Discard: ${subject}, to ${recipient}`}
      >
        Discard
      </Button>
      {dialog}
    </UndeliveredMail>
  )
}
