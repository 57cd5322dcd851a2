import { oneLine } from '#domain/kernel/text.ts'

/** What is wrong with a project's name, or null. Fixed wording (docs/product/projects.md "Name and time zone"). */
export const projectNameProblem = (text: string): string | null => {
  const letters = [...oneLine(text)].length
  if (letters === 0) return 'Project name is required'
  return letters < 3 || letters > 255 ? 'Please enter a project name between 3 and 255 characters' : null
}
