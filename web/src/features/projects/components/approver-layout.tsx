import type { ReactNode } from 'react'
import type { OwnProject } from '#domain/projects/model.ts'

type Props = { readonly project: OwnProject; readonly children: ReactNode }

export function ApproverLayout({ project, children }: Props) {
  return <main aria-label={project.name}>{children}</main>
}
