import { Button, Loader, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { SettingsPanel } from '#web/features/projects/settings-panel.tsx'
import { useMe } from '#web/platform/me.ts'
import type { PauseProps } from './pauses-api.ts'

const PauseForm = lazy(() => import('./pause-form.tsx').then(module => ({ default: module.PauseForm })))

/** Pauses a client, or all of the agency (docs/product/publishing.md "Pause"). Few people ever do, so the form comes when it is asked for. */
export function PausePanel({ place, timezone }: PauseProps) {
  const { pauses = [] } = useMe()
  const [isOpen, setOpen] = useState(false)
  const { agencyId, projectId } = place
  const isPaused = pauses.some(one =>
    projectId === null ? one.project_id === null && one.agency_id === agencyId : one.project_id === projectId,
  )
  return (
    <SettingsPanel
      title={projectId === null ? 'Pause everything' : 'Pause publishing'}
      about={`Nothing of ${projectId === null ? 'any' : 'this'} client goes out until you resume. What comes due in the meantime is not sent late: you decide about each post afterwards.`}
    >
      {isPaused && (
        <Text size="sm">It is paused. Why, until when, and Resume stand at the top of the page.</Text>
      )}
      {!isPaused && !isOpen && (
        <Button variant="default" onClick={() => setOpen(true)}>
          {projectId === null ? 'Pause all clients…' : 'Pause this client…'}
        </Button>
      )}
      {!isPaused && isOpen && (
        <Suspense fallback={<Loader size="sm" />}>
          <PauseForm place={place} timezone={timezone} />
        </Suspense>
      )}
    </SettingsPanel>
  )
}
