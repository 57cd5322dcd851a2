import { Group, Modal, Stack, Text, Title } from '@mantine/core'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { Keys, useKnownShortcuts } from '#web/ui/shortcuts.tsx'

/** Every shortcut of the current page. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  useFocusBack()
  const shortcuts = useKnownShortcuts()
  const groups = [...new Set(shortcuts.map(shortcut => shortcut.group))]
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts">
      <Stack gap="lg">
        {groups.map(group => (
          <Stack key={group} gap="xs" component="section">
            <Title order={3} size="h6" c="dimmed">
              {group}
            </Title>
            {shortcuts
              .filter(shortcut => shortcut.group === group)
              .map(({ keys, label }) => (
                <Group key={`${keys} ${label}`} justify="space-between" wrap="nowrap">
                  <Text size="sm">{label}</Text>
                  <Keys keys={keys} />
                </Group>
              ))}
          </Stack>
        ))}
      </Stack>
    </Modal>
  )
}
