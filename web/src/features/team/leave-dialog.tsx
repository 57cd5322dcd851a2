import { Button, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { OwnProject } from '#domain/projects/model.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { refreshMe, useMe } from '#web/platform/me.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useLeaveAgency, useLeaveProject } from './own-invitations-api.ts'

/** What leaving means, said before it is done (docs/product/team.md "Leaving"). */
const leavingText =
  'You lose access at once. What you wrote and decided stays, with your name. Only a new invitation brings you back.'

/** What follows when a project or an agency, by its name, has been left or could not be. */
const useAfterLeaving = () => {
  const client = useQueryClient()
  return (where: string) => ({
    onSuccess: async () => {
      toast.success(`You left ${where}`)
      await refreshMe(client)
      // Everything on the page was of a place that is left.
      window.location.assign('/')
    },
    onError: (error: unknown) => toast.error(messageOf(error)),
  })
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
  const then = useAfterLeaving()
  return (
    <Modal opened onClose={onClose} title="What do you want to leave?">
      <Stack>
        <Text size="sm" c="dimmed">
          {leavingText}
        </Text>
        {!isAdmin && (
          <Button
            variant="default"
            disabled={isPending}
            loading={leavingProject.isPending}
            onClick={() => leavingProject.mutate(undefined, then(project.name))}
          >
            Leave {project.name}
          </Button>
        )}
        <Button
          variant="default"
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
  const then = useAfterLeaving()
  const { ask, dialog } = useConfirm()
  const leave = async ({ id, name }: (typeof agencies)[number]) => {
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
          maw={200}
          title={`Leave ${agency.name}`}
          loading={leaving.isPending}
          onClick={() => void leave(agency)}
        >
          Leave {agency.name}
        </Button>
      ))}
      {dialog}
    </>
  )
}
