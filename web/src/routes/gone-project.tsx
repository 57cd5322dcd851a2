import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Project } from '#domain/projects/model.ts'
import { useMe } from '#web/platform/me.ts'
import { queryKeys } from '#web/platform/query.ts'
import { destinationOf } from '#web/platform/redirects.ts'
import { toast } from '#web/ui/toast.tsx'
import { PageLoading } from './page-states.tsx'

/** Replaces the pages of a project that the person is no longer in: says why, and goes to their next project or to /without-project. */
export function GoneProject({ projectId }: { projectId: number }) {
  const me = useMe()
  const client = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    const name = client.getQueryData<Project>(queryKeys.project(projectId))?.name
    const isDeleted = client.getQueryData(queryKeys.deletedProject(projectId)) === true
    toast.info(
      isDeleted ? `${name ?? 'The project'} was deleted.` : `You were removed from ${name ?? 'the project'}.`,
    )
    void navigate({ to: destinationOf(me, null), replace: true })
  }, [client, me, navigate, projectId])
  return <PageLoading />
}
