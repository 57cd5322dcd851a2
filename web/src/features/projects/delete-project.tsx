import { Button, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Me } from '#domain/accounts/model.ts'
import type { OwnProject } from '#domain/projects/model.ts'
import { meQuery, useMe } from '#web/platform/me.ts'
import { queryKeys } from '#web/platform/query.ts'
import { destinationOf } from '#web/platform/redirects.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import { useDeleteProject } from './api.ts'
import classes from './general-settings-screen.module.css'

/** Leaves the project's pages before its data is dropped: they cannot be drawn without it. */
const useLeaving = (projectId: number) => {
  const me = useMe()
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    const projects = me.projects.filter(each => each.id !== projectId)
    await navigate({ to: destinationOf({ ...me, projects }, null), replace: true })
    client.setQueryData<Me>(meQuery.queryKey, old => old && { ...old, projects })
    client.removeQueries({ queryKey: queryKeys.project(projectId) })
    await client.invalidateQueries({ queryKey: meQuery.queryKey })
  }
}

/** Deletes the project after asking, then opens the calendar of another one (docs/product/projects.md "Deleting a project"). */
export function DeleteProject({ project }: { project: Pick<OwnProject, 'id' | 'name'> }) {
  const { ask, dialog } = useConfirm()
  const deletion = useDeleteProject(project.id)
  const leave = useLeaving(project.id)
  const remove = async () => {
    const isSure = await ask({
      title: 'Are you sure you want to delete the project?',
      text: (
        <>
          <bdi>{project.name}</bdi> is deleted for everybody, with its posts and schedules. Nothing more of it
          is published; live posts stay on the networks.
        </>
      ),
      confirmLabel: 'Delete project',
      cancelLabel: 'Cancel',
      danger: true,
    })
    if (!isSure) return
    sayWhenDone(deletion.mutateAsync(), () => {
      // Fixed wording (docs/product/projects.md "Texts").
      toast.success('Project deleted')
      void leave()
    })
  }
  return (
    <section className={classes.panel} aria-labelledby="delete-project">
      <Title order={2} size="h5" id="delete-project">
        Delete project
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        Deletes the project with its posts and schedules for everybody. A project does not go to the bin: this
        cannot be undone.
      </Text>
      <Button
        variant="default"
        c="var(--g-danger-text)"
        loading={deletion.isPending || deletion.isSuccess}
        onClick={() => void remove()}
      >
        Delete project
      </Button>
      {dialog}
    </section>
  )
}
