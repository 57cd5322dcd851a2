import { Button, Text, Title } from '@mantine/core'
import { countText } from '#domain/kernel/count-text.ts'
import type { FailedMail, InstallationStatus } from '#domain/status/contract.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { useFocusPageWhenGone } from '#web/ui/dialog/use-focus-back.ts'
import { browserTimezone, ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useRetryFailedMail } from './api.ts'
import classes from './status.module.css'

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

function FailedMailRow({
  mail: { id, agency_name, recipient, subject, reason, failed_at },
}: {
  readonly mail: FailedMail
}) {
  useFocusPageWhenGone()
  const retrying = useRetryFailedMail()
  const retry = () =>
    retrying.mutate(id, { onSuccess: () => toast.success(`Mail sent again to ${recipient}`) })
  return (
    <li className={classes.mail}>
      <div className={classes.what}>
        <Text size="sm" fw={600}>
          <bdi>{subject}</bdi>
        </Text>
        <Text size="sm">
          to <bdi>{recipient}</bdi>
          {agency_name !== null && (
            <>
              , <bdi>{agency_name}</bdi>
            </>
          )}
        </Text>
        <Text size="xs" c="var(--g-danger-text)">
          <ZonedTime instant={failed_at} timezone={browserTimezone()} zone="hint" />: <bdi>{reason}</bdi>
        </Text>
      </div>
      <Button
        variant="default"
        size="sm"
        loading={retrying.isPending}
        onClick={retry}
        aria-label={`Retry: ${subject}, to ${recipient}`}
      >
        Retry
      </Button>
    </li>
  )
}
