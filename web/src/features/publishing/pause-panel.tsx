import { Button, Loader, Text, Title } from '@mantine/core'
import { lazy, Suspense, useId, useState } from 'react'
import { useMe } from '#web/platform/me.ts'
import classes from './pause-panel.module.css'
import type { PauseProps } from './pauses-api.ts'

const PauseForm = lazy(() => import('./pause-form.tsx').then(module => ({ default: module.PauseForm })))

/** Pauses a client, or all of the agency (docs/product/publishing.md "Pause"). Few people ever do, so the form comes when it is asked for. */
export function PausePanel({ place, timezone }: PauseProps) {
  const id = useId()
  const { pauses = [] } = useMe()
  const [isOpen, setOpen] = useState(false)
  const { agencyId, projectId } = place
  const isPaused = pauses.some(one =>
    projectId === null ? one.project_id === null && one.agency_id === agencyId : one.project_id === projectId,
  )
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <Title order={2} size="h5" mb={4} id={id}>
        {projectId === null ? 'Pause everything' : 'Pause publishing'}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {projectId === null
          ? 'Nothing of any client goes out until you resume.'
          : 'Nothing of this client goes out until you resume.'}{' '}
        What comes due in the meantime is not sent late: you decide about each post afterwards.
      </Text>
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
    </section>
  )
}
