import { isTimezone } from '#domain/kernel/time.ts'
import { projectNameProblem } from '#domain/projects/project-name.ts'
import type { Fields } from '#web/ui/form/use-form.ts'

/**
 * Checks the fields of a project. Fixed wording (docs/product/projects.md "Name and time zone"). No schema: it would be loaded
 * with every page.
 */
export const projectProblems = ({ name, timezone }: Fields<'name' | 'timezone'>) => ({
  name: projectNameProblem(name) ?? undefined,
  timezone: isTimezone(timezone) ? undefined : 'Timezone is required',
})
