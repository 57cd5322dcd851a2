import { Button, Group, Text } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import type { Mention } from '#domain/posts/model.ts'
import type { WritingField } from '#domain/posts/writing-fields.ts'
import { LatePresence } from '#web/features/posts/late-presence.tsx'
import { AddToPost } from './add-to-post.tsx'
import { CharacterCounter } from './character-counter.tsx'
import classes from './first-comment-editor.module.css'
import { LateSuggestions, MessageEditor } from './message-editor.tsx'

type Props = {
  readonly id: string
  readonly network: SocialNetwork
  readonly value: string
  readonly length: number | null
  readonly onChange: (text: string) => void
  readonly onMention: (mention: Mention) => void
}

/** The comment that the account puts under its own post. Closed at first: most posts have none. */
export function FirstCommentEditor(props: Props) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen || props.value !== '') return <OpenEditor {...props} startsFocused={isOpen} />
  return (
    <Button
      id={props.id}
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
}

function OpenEditor(props: Props & { readonly startsFocused: boolean }) {
  const { id, network, value, length, onChange, onMention, startsFocused } = props
  const { max } = networks[network].firstComment
  // What is typed comes from the editor itself: it takes over only what somebody else wrote, as a copied pool.
  const known = useRef(value)
  const [revision, setRevision] = useState(0)
  useEffect(() => {
    if (known.current === value) return
    known.current = value
    setRevision(before => before + 1)
  }, [value])
  const [isFirst] = useState(startsFocused)
  useEffect(() => {
    if (isFirst) document.getElementById(id)?.focus()
  }, [id, isFirst])
  return (
    <div data-writing={'first_comment' satisfies WritingField}>
      <Group gap="sm" mb={4}>
        <Text size="sm" fw={500} aria-hidden>
          First comment
        </Text>
        <LatePresence field="first_comment" networks={[network]} />
      </Group>
      <div className={classes.field} data-invalid={length !== null && length > max}>
        <MessageEditor
          id={id}
          label="First comment"
          placeholder="Write the first comment…"
          message={value}
          revision={revision}
          isInvalid={length !== null && length > max}
          describedBy={`${id}-count`}
          onChange={text => {
            known.current = text
            onChange(text)
          }}
          onLeave={() => undefined}
        >
          <LateSuggestions network={network} onMention={onMention} />
        </MessageEditor>
      </div>
      <Group justify="space-between" mt={4}>
        <AddToPost target={id} />
        <CharacterCounter id={`${id}-count`} length={length} max={max} />
      </Group>
    </div>
  )
}
