import type { ComponentProps } from 'react'
import { PopupPanel } from '#web/ui/popup/popup-panel.tsx'
import { ProjectSearch } from './project-search.tsx'

type Props = Omit<ComponentProps<typeof PopupPanel>, 'children'> & { readonly current: number }

/** The person's projects, in a popup. */
export function ProjectSearchPanel({ current, ...popup }: Props) {
  return (
    <PopupPanel {...popup}>
      <ProjectSearch current={current} onPicked={() => popup.onChange(false)} />
    </PopupPanel>
  )
}
