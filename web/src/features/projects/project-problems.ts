import { isTimezone } from '#domain/kernel/time.ts'
import { projectNameProblem } from '#domain/projects/project-name.ts'
import type { Fields } from '#web/ui/use-form.ts'

/** What is wrong with a project's fields, in the document's words (document 1 section 5). No schema: it would come with every page. */
export const projectProblems = ({ name, timezone }: Fields<'name' | 'timezone'>) => ({
  name: projectNameProblem(name) ?? undefined,
  timezone: isTimezone(timezone) ? undefined : 'Timezone is required',
})
