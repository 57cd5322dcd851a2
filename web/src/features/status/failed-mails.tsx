import { Text, Title } from '@mantine/core'
import { countText } from '#domain/kernel/count-text.ts'
import type { FailedMail, InstallationStatus } from '#domain/status/contract.ts'
import { UndeliveredMail } from '#web/features/agencies/undelivered-mail.tsx'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { useRetryFailedMail } from './api.ts'

/** The latest mails that were given up; not shown while there are none. */
export function FailedMails({
  mails: { count, latest },
}: {
  readonly mails: InstallationStatus['failed_mails']
}) {
  if (count === 0) return null
  return (
    <section aria-labelledby="failed-mails">
      <Title order={2} size="h5" id="failed-mails">
        Mails that could not be delivered
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {latest.length < count && `The latest ${latest.length} of ${countText(count, 'mail')}. `}
        Mend what the mail server says, then retry.
      </Text>
      <BoxedList aria-labelledby="failed-mails">
        {latest.map(mail => (
          <FailedMailRow key={mail.id} mail={mail} />
        ))}
      </BoxedList>
    </section>
  )
}

function FailedMailRow({ mail }: { readonly mail: FailedMail }) {
  const retrying = useRetryFailedMail()
  return (
    <UndeliveredMail
      mail={mail}
      agencyName={mail.agency_name}
      isRetrying={retrying.isPending}
      onRetry={retrying.mutate}
    />
  )
}
