import { Button, Select, Text } from '@mantine/core'
import { roleNames } from '#domain/permissions/table.ts'
import type { Invitation } from '#domain/team/model.ts'
import { PersonAvatar } from '#web/ui/person-avatar.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useConfirm } from '#web/ui/use-confirm.tsx'
import { useFocusPageWhenGone } from '#web/ui/use-focus-back.ts'
import { ZonedTime } from '#web/ui/zoned-time.tsx'
import { useResendInvitation, useRevokeInvitation } from './api.ts'
import classes from './people.module.css'

type Props = {
  readonly projectId: number
  readonly timezone: string
  readonly invitation: Invitation
}

/** Somebody with an open invitation, which can be sent again or revoked. */
export function InvitationRow({ projectId, timezone, invitation }: Props) {
  const { name, email, role, status, expires_at } = invitation
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
          <Text size="xs" c={status === 'expired' ? 'var(--g-danger-text)' : 'dimmed'}>
            {status === 'expired' ? 'Expired on' : 'Pending until'}{' '}
            <ZonedTime instant={expires_at} timezone={timezone} format="day" zone="hint" />
          </Text>
        </div>
      </div>
      <Select
        aria-label={`Role of ${name}`}
        data={[{ value: role, label: roleNames[role] }]}
        value={role}
        disabled
        className={classes.role}
      />
      <InvitationActions projectId={projectId} invitation={invitation} />
    </li>
  )
}

function InvitationActions({ projectId, invitation }: Omit<Props, 'timezone'>) {
  useFocusPageWhenGone()
  const { id, name, email } = invitation
  const { ask, dialog } = useConfirm()
  const resending = useResendInvitation(projectId)
  const revoking = useRevokeInvitation(projectId)
  const revoke = async () => {
    const isSure = await ask({
      title: (
        <>
          Are you sure you want to revoke the invitation of <bdi>{name}</bdi>?
        </>
      ),
      text: `The link that was sent to ${email} will stop working.`,
      confirmLabel: 'Revoke',
      cancelLabel: 'Cancel',
      danger: true,
    })
    if (isSure) revoking.mutate(id, { onSuccess: () => toast.success('Changes saved') })
  }
  return (
    <div className={`${classes.actions} ${classes.wide}`}>
      <Button
        variant="default"
        size="sm"
        loading={resending.isPending}
        onClick={() =>
          resending.mutate(id, { onSuccess: () => toast.success(`Invitation sent again to ${email}`) })
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
        onClick={() => void revoke()}
        aria-label={`Revoke the invitation of ${name}`}
      >
        Revoke
      </Button>
      {dialog}
    </div>
  )
}
