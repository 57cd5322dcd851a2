import { projectName, projectTimezone } from '#domain/projects/model.ts'
import type { Fields } from '#web/features/accounts/components/use-form.ts'

/** What is wrong with a project's fields, in the document's words (document 1 section 5). */
export const projectProblems = ({ name, timezone }: Fields<'name' | 'timezone'>) => ({
  name: projectName.safeParse(name).error?.issues[0]?.message,
  timezone:
    timezone === '' ? 'Timezone is required' : projectTimezone.safeParse(timezone).error?.issues[0]?.message,
})
