import { Button, Text } from '@mantine/core'
import { roleNames } from '#domain/permissions/table.ts'
import type { InvitedPerson } from '#domain/team/model.ts'
import { useResendInvitation, useRevokeInvitation } from '#web/features/team/api.ts'
import { PersonAvatar } from '#web/ui/person-avatar.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useFocusPageWhenGone } from '#web/ui/use-focus-back.ts'
import classes from './agency.module.css'

type Props = {
  readonly projectId: number
  readonly invitationId: number
  readonly person: InvitedPerson
}

/** Somebody invited to the agency who has not accepted yet. */
export function AgencyInvitationRow({ projectId, invitationId, person }: Props) {
  useFocusPageWhenGone()
  const { name, email } = person.user
  const resending = useResendInvitation(projectId)
  const revoking = useRevokeInvitation(projectId)
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <PersonAvatar name={name} image={null} size={40} decorative />
        <div className={classes.words}>
          <Text fw={600} size="sm" lineClamp={2} title={name}>
            <bdi>{name}</bdi>
          </Text>
          <Text size="sm" c="dimmed" lineClamp={2} title={email}>
            {email}
          </Text>
        </div>
      </div>
      <Text size="sm" c={person.status === 'expired' ? 'var(--g-danger-text)' : 'dimmed'}>
        {roleNames[person.agency_role]} · {person.status === 'expired' ? 'expired' : 'pending'}
      </Text>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="sm"
          loading={resending.isPending}
          onClick={() =>
            resending.mutate(invitationId, {
              onSuccess: () => toast.success(`Invitation sent again to ${email}`),
            })
          }
          aria-label={`Resend the invitation of ${name}`}
        >
          Resend
        </Button>
        <Button
          variant="subtle"
          size="sm"
          color="red"
          c="var(--g-danger-text)"
          loading={revoking.isPending}
          onClick={() => revoking.mutate(invitationId, { onSuccess: () => toast.success('Changes saved') })}
          aria-label={`Revoke the invitation of ${name}`}
        >
          Revoke
        </Button>
      </div>
    </li>
  )
}
