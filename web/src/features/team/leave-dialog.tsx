import { Button, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { OwnProject } from '#domain/projects/model.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { refreshMe, useMe } from '#web/platform/me.ts'
import { toast } from '#web/ui/toast.tsx'
import { useLeaveAgency, useLeaveProject } from './own-invitations-api.ts'

type Props = { readonly project: OwnProject; readonly onClose: () => void }

/** Leaves the project, or its agency with all its projects (docs/product/team.md "Leaving"). */
export function LeaveDialog({ project, onClose }: Props) {
  const me = useMe()
  const client = useQueryClient()
  const leavingProject = useLeaveProject(project.id)
  const leavingAgency = useLeaveAgency(project.agency_id, project.id)
  const isAdmin = project.role === 'agency-admin'
  const agency = me.agency?.id === project.agency_id ? me.agency.name : `the agency of ${project.name}`
  const isPending = leavingProject.isPending || leavingAgency.isPending
  const then = (where: string) => ({
    onSuccess: async () => {
      toast.success(`You left ${where}`)
      await refreshMe(client)
      // Everything on the page was of a place that is left.
      window.location.assign('/')
    },
    onError: (error: unknown) => toast.error(messageOf(error)),
  })
  return (
    <Modal opened onClose={onClose} title="What do you want to leave?">
      <Stack>
        <Text size="sm" c="dimmed">
          You lose access at once. What you wrote and decided stays, with your name. Only a new invitation
          brings you back.
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
          onClick={() => leavingAgency.mutate(undefined, then(agency))}
        >
          Leave {agency} and all its projects
        </Button>
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
      </Stack>
    </Modal>
  )
}
