import type { AgencyUser } from '#domain/agencies/model.ts'
import { useGetProject } from '#web/features/projects/api.ts'
import { useOwnProject } from '#web/platform/me.ts'
import { useListAgencyUsers } from './api.ts'
import { choosableFrom } from './member-choice.tsx'

/**
 * Members of the agency who are not in the project; null until it is known, as a list that came late would push away what stands below it
 * from under the pointer. Where they cannot be read, inviting by email still works.
 */
export const useCandidates = (projectId: number, isForTeam = true): readonly AgencyUser[] | null => {
  const { agency_id } = useOwnProject(projectId)
  const agency = useListAgencyUsers(agency_id, isForTeam)
  const project = useGetProject(projectId)
  if (!isForTeam) return []
  if (agency.isPending || project.isPending) return null
  return choosableFrom(agency.data ?? [], projectId, project.data?.projectUsers ?? [])
}
