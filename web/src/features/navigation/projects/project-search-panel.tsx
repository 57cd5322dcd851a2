import type { ComponentProps } from 'react'
import { useMe } from '#web/platform/me.ts'
import { PopupPanel } from '#web/ui/popup/popup-panel.tsx'
import { ProjectSearch } from './project-search.tsx'

type Props = Omit<ComponentProps<typeof PopupPanel>, 'children'> & { readonly current: number }

/** The person's projects, in a popup. */
export function ProjectSearchPanel({ current, ...popup }: Props) {
  const { projects } = useMe()
  return (
    <PopupPanel {...popup}>
      <ProjectSearch projects={projects} current={current} onPicked={() => popup.onChange(false)} />
    </PopupPanel>
  )
}
