import { Button, Group, Textarea } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { CharacterCounter } from './character-counter.tsx'

type Props = {
  readonly id: string
  readonly network: SocialNetwork
  readonly value: string
  readonly length: number | null
  readonly onChange: (text: string) => void
}

/** The comment that the account puts under its own post. Closed at first: most posts have none. */
export function FirstCommentEditor({ id, network, value, length, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { max } = networks[network].firstComment
  if (!isOpen && value === '')
    return (
      <Button
        id={id}
        variant="subtle"
        color="gray"
        style={{ alignSelf: 'flex-start' }}
        size="compact-sm"
        leftSection={<IconMessagePlus size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Add first comment
      </Button>
    )
  return (
    <div>
      <Textarea
        id={id}
        label="First comment"
        size="sm"
        autosize
        minRows={1}
        maxRows={100}
        autoFocus={isOpen && value === ''}
        value={value}
        error={length !== null && length > max}
        aria-describedby={`${id}-count`}
        onChange={event => onChange(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt={4}>
        <CharacterCounter id={`${id}-count`} length={length} max={max} />
      </Group>
    </div>
  )
}
