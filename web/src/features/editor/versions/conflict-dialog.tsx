import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { readInstant, timezoneLabel } from '#domain/kernel/time.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import { networkNames } from '#domain/networks/names.ts'
import { draftOf } from '#web/features/editor/draft/draft.ts'
import { useDraftState, useDrafts } from '#web/features/editor/draft/draft-context.tsx'
import { useTimezone } from '#web/platform/shown-project.ts'
import { VersionCard } from './version-card.tsx'

const list = new Intl.ListFormat('en-GB')

/** Two people changed the same version of a post: shows both and lets the person choose one. It cannot be dismissed. */
export function ConflictDialog() {
  const timezone = useTimezone()
  const store = useDrafts()
  const entry = useDraftState(({ entries }) => [...entries.values()].find(({ theirs }) => theirs !== null))
  if (!entry?.theirs) return null
  const { saved, draft, theirs } = entry
  const networks = store.conflictOver(saved.id).map(network => networkNames[network])
  const what = networks.length > 1 ? 'the shared text' : `the ${networkNames[saved.social_network]} version`
  const when = `${formatInstant(readInstant(theirs.updated_at), timezone, formats.dayTime)} ${timezoneLabel(timezone)}`
  return (
    <Modal
      key={saved.id}
      opened
      onClose={() => undefined}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      size="lg"
      title={`Someone else has changed ${what}`}
    >
      <Stack>
        <Text size="sm">
          Nothing is lost yet. Choose the version to keep; it replaces the other one for everybody
          {networks.length > 1 ? `, on ${list.format(networks)}` : ''}.
        </Text>
        <Group align="stretch" gap="sm">
          <VersionCard title="Your version" hint="Not saved, on this device" draft={draft} />
          <VersionCard title="Their version" hint={`Saved ${when}`} draft={draftOf(theirs)} />
        </Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => store.resolve(saved.id, 'theirs')}>
            Take their version
          </Button>
          <Button onClick={() => store.resolve(saved.id, 'mine')}>Keep my version</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
