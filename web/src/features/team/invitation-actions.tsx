import { Button } from '@mantine/core'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { useFocusPageWhenGone } from '#web/ui/dialog/use-focus-back.ts'
import { sayWhenDone } from '#web/ui/toast.tsx'
import { useResendInvitation, useRevokeInvitation } from './api.ts'

type Props = {
  readonly invitation: { readonly id: number; readonly name: string; readonly email: string }
  readonly className: string | undefined
}

/** Sends an open invitation again, or revokes it after a question; for one to a project and one to the agency. */
export function InvitationActions({ invitation, className }: Props) {
  const projectId = useProjectId()
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
    if (isSure) sayWhenDone(revoking.mutateAsync(id), 'Changes saved')
  }
  return (
    <div className={className}>
      <Button
        variant="default"
        size="sm"
        loading={resending.isPending}
        onClick={() => sayWhenDone(resending.mutateAsync(id), `Invitation sent again to ${email}`)}
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
