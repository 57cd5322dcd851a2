import { publicNameProblem } from '#domain/kernel/public-names.ts'
import { oneLine } from '#domain/kernel/text.ts'

/** What is wrong with a project's name, or null. Fixed wording (docs/product/projects.md "Name and time zone"). */
export const projectNameProblem = (text: string): string | null => {
  const name = oneLine(text)
  const letters = [...name].length
  if (letters === 0) return 'Project name is required'
  if (letters < 3 || letters > 255) return 'Please enter a project name between 3 and 255 characters'
  return publicNameProblem(name)
}
