import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnProject } from '#domain/projects/model.ts'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { refreshMe, useMe } from '#web/platform/me.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { toast } from '#web/ui/toast.tsx'
import long from './leave-dialog.module.css'
import { useLeaveAgency, useLeaveProject } from './own-invitations-api.ts'

/** What leaving means, said before it is done (docs/product/team.md "Leaving"). */
const leavingText =
  'You lose access at once. What you wrote and decided stays, with your name. Your calendar feeds, and links to reports that were mailed to you, stop working. Only a new invitation brings you back.'

type Agency = { readonly id: number; readonly name: string }

/** What follows when a project or an agency, by its name, has been left or could not be. `onLastAdmin`: the agency keeps its only admin. */
const useAfterLeaving = (onLastAdmin: (where: string) => void) => {
  const client = useQueryClient()
  return (where: string) => ({
    onSuccess: async () => {
      toast.success(`You left ${where}`)
      await refreshMe(client)
      // Everything on the page was of a place that is left.
      window.location.assign('/')
    },
    onError: (error: unknown) => {
      if (error instanceof ApiError && error.code === 'last_admin') onLastAdmin(where)
      else toast.error(messageOf(error))
    },
  })
}

/** What the last admin does before they can leave. `project`: one of the agency, whose settings show its people. */
function LastAdmin({
  agency,
  project,
  onClose,
}: {
  agency: string
  project?: OwnProject
  onClose: () => void
}) {
  return (
    <Stack>
      <Alert color="yellow" c="var(--g-text)" role="alert">
        You are its only admin.{' '}
        {project
          ? 'Make somebody else an admin, or invite one. When there is another admin, you can leave.'
          : 'Invite another admin. When they have accepted, you can leave.'}
      </Alert>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Stay
        </Button>
        {project ? (
          <LinkButton
            to="/$projectId/settings/people"
            params={{ projectId: project.id }}
            classNames={long}
            onClick={onClose}
          >
            People of {agency}
          </LinkButton>
        ) : (
          <LinkButton to="/create-agency/$step" params={{ step: 2 }} onClick={onClose}>
            Invite an admin
          </LinkButton>
        )}
      </Group>
    </Stack>
  )
}

type Props = { readonly project: OwnProject; readonly onClose: () => void }

/** Leaves the project, or its agency with all its projects (docs/product/team.md "Leaving"). */
export function LeaveDialog({ project, onClose }: Props) {
  const me = useMe()
  const leavingProject = useLeaveProject(project.id)
  const leavingAgency = useLeaveAgency(project.id)
  const isAdmin = project.role === 'agency-admin'
  const agency = me.agency?.id === project.agency_id ? me.agency.name : `the agency of ${project.name}`
  const isPending = leavingProject.isPending || leavingAgency.isPending
  const [kept, setKept] = useState<string | null>(null)
  const then = useAfterLeaving(setKept)
  if (kept !== null)
    return (
      <Modal opened onClose={onClose} title={`You cannot leave ${kept} yet`}>
        <LastAdmin agency={kept} {...(kept === agency && { project })} onClose={onClose} />
      </Modal>
    )
  return (
    <Modal opened onClose={onClose} title="What do you want to leave?">
      <Stack>
        <Text size="sm" c="dimmed">
          {leavingText}
        </Text>
        {!isAdmin && (
          <Button
            variant="default"
            classNames={long}
            disabled={isPending}
            loading={leavingProject.isPending}
            onClick={() => leavingProject.mutate(undefined, then(project.name))}
          >
            Leave {project.name}
          </Button>
        )}
        <Button
          variant="default"
          classNames={long}
          c="var(--g-danger-text)"
          disabled={isPending}
          loading={leavingAgency.isPending}
          onClick={() => leavingAgency.mutate(project.agency_id, then(agency))}
        >
          Leave {agency} and all its projects
        </Button>
        {me.agencies_without_project?.map(({ id, name }) => (
          <Button
            key={id}
            variant="default"
            classNames={long}
            disabled={isPending}
            onClick={() => leavingAgency.mutate(id, then(name))}
          >
            Leave {name}, where you have no project
          </Button>
        ))}
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
      </Stack>
    </Modal>
  )
}

/** A way out of each agency that the person has no project in, for pages without the user menu (docs/product/team.md "Leaving"). */
export function LeaveAgencies() {
  const { agencies_without_project: agencies = [] } = useMe()
  const leaving = useLeaveAgency()
  const [kept, setKept] = useState<string | null>(null)
  const then = useAfterLeaving(setKept)
  const { ask, dialog } = useConfirm()
  const stay = () => setKept(null)
  const leave = async ({ id, name }: Agency) => {
    const title = `Leave ${name}?`
    if (await ask({ title, text: leavingText, confirmLabel: 'Leave', cancelLabel: 'Cancel', danger: true }))
      leaving.mutate(id, then(name))
  }
  return (
    <>
      {agencies.map(agency => (
        <Button
          key={agency.id}
          variant="subtle"
          color="gray"
          classNames={long}
          loading={leaving.isPending}
          onClick={() => void leave(agency)}
        >
          Leave {agency.name}
        </Button>
      ))}
      {dialog}
      {kept !== null && (
        <Modal opened onClose={stay} title={`You cannot leave ${kept} yet`}>
          <LastAdmin agency={kept} onClose={stay} />
        </Modal>
      )}
    </>
  )
}
