import { createContext, useContext } from 'react'
import type { OwnProject } from '#domain/projects/model.ts'

/** A project whose posts are shown to somebody who is not in it: by an approval link. */
type ProjectByLink = Pick<OwnProject, 'id' | 'timezone'> & { readonly role?: undefined }

/** The project whose page is on the screen. Null: the page is of no project, such as the person's own settings. */
export const ShownProject = createContext<OwnProject | ProjectByLink | null>(null)

const useShownProject = () => {
  const project = useContext(ShownProject)
  if (project === null) throw new Error('This page is of no project')
  return project
}

/** The project whose page is on the screen. Throws on a page of no project, as where somebody is invited to an agency. */
export const useProjectId = (): number => useShownProject().id

/** The time zone of the project whose page is on the screen, in which its days are counted. Throws on a page of no project. */
export const useTimezone = (): string => useShownProject().timezone
