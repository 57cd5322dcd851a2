import { type Failure, fail } from '#domain/kernel/failure.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

/** Clients are told whom to ask; an admin can bring it back. */
const askWhom = (role: ProjectScope['role']): string => {
  if (role === 'agency-admin' || role === 'super-admin') return 'Bring it back first.'
  return role === 'external-approver'
    ? 'Please ask your agency.'
    : 'Please ask an admin of your agency to bring it back.'
}

/** Refuses to change anything of an archived client (docs/product/archived-projects.md "What is refused"); null: it is not archived. */
export const refuseArchived = ({
  isArchived,
  role,
}: Pick<ProjectScope, 'isArchived' | 'role'>): Failure<'project_archived'> | null =>
  isArchived
    ? fail('project_archived', {
        message: `This client is archived: everything can be read, nothing changed. ${askWhom(role)}`,
      })
    : null
