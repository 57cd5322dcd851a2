import { Button, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { meQuery } from '#web/platform/me.ts'
import { resendConfirmation } from '../api.ts'
import classes from './confirm-email-reminder.module.css'

/** Reminds the person to confirm their email address, and sends the link again. Disappears once it is confirmed. */
export function ConfirmEmailReminder() {
  // It may have been confirmed in another tab or on the phone: check when the person comes back.
  const { data: me } = useQuery({ ...meQuery, staleTime: 0 })
  const resend = useMutation({ mutationFn: resendConfirmation })
  if (!me || me.is_email_confirmed) return null
  return (
    <section className={classes.reminder} aria-label="Confirm your email address">
      <Text size="sm">
        Please confirm your email address with the link we sent to <strong>{me.email}</strong>. Until then,
        invitations to this address do not reach your account.
      </Text>
      <div role="status">
        {resend.isSuccess ? (
          <Text size="sm" fw={550}>
            A new link is on its way.
          </Text>
        ) : (
          <Button variant="default" size="xs" loading={resend.isPending} onClick={() => resend.mutate()}>
            Send the link again
          </Button>
        )}
      </div>
    </section>
  )
}
