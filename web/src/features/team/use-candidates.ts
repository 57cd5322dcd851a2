import type { AgencyUser } from '#domain/agencies/model.ts'
import { useGetProject } from '#web/features/projects/api.ts'
import { useOwnProject } from '#web/platform/me.ts'
import { useListAgencyUsers } from './api.ts'
import { memberCandidates } from './member-choice.tsx'

/**
 * Members of the agency who are not in the project. Null until they are loaded: a list that appears late would move what is
 * under the pointer. If loading fails, people can still be invited by email.
 */
export const useCandidates = (projectId: number, isForTeam = true): readonly AgencyUser[] | null => {
  const { agency_id } = useOwnProject(projectId)
  const agency = useListAgencyUsers(agency_id, isForTeam)
  const project = useGetProject(projectId)
  if (!isForTeam) return []
  if (agency.isPending || project.isPending) return null
  return memberCandidates(agency.data ?? [], projectId, project.data?.projectUsers ?? [])
}
