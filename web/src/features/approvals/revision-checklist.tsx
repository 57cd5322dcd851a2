import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconSquare, IconX } from '@tabler/icons-react'
import { CHECKLIST_LABEL_MAX } from '#domain/approvals/limits.ts'
import { writtenText } from '#domain/kernel/text.ts'
import { say } from '#web/platform/words.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import classes from './revision-form.module.css'

type Props = {
  readonly items: readonly string[]
  readonly onChange: (items: readonly string[]) => void
  /** What is being typed; counts as an item when the form is sent. */
  readonly pending: string
  readonly onPending: (text: string) => void
}

/** Builds a checklist. Enter or the button adds what was typed. */
export function RevisionChecklist({ items, onChange, pending, onPending }: Props) {
  const label = writtenText(pending)
  const add = () => {
    if (label === '') return
    onChange([...items, label])
    onPending('')
  }
  return (
    <Stack gap={4}>
      {items.length > 0 && (
        <ul className={classes.items} aria-label={say('Checklist')}>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no other identity, and the same text may stand twice
            <li key={index} className={classes.item}>
              <IconSquare size={16} color="var(--g-text-muted)" aria-hidden />
              <Text size="sm" className={classes.label}>
                {item}
              </Text>
              <IconButton
                size={32}
                label={say('Remove {what}', { what: item })}
                onClick={() => onChange(items.filter((_, other) => other !== index))}
              >
                <IconX size={14} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={say('Checklist item')}
          className={classes.label}
          maxLength={CHECKLIST_LABEL_MAX}
          value={pending}
          onChange={event => onPending(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            add()
          }}
        />
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={label === ''}
          title={label === '' ? say('Write the item first') : undefined}
          onClick={add}
        >
          {say('Add')}
        </Button>
      </Group>
    </Stack>
  )
}
