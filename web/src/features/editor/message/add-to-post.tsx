import { ActionIcon, Group, Popover, Tooltip } from '@mantine/core'
import { IconAt, IconHash, IconMoodSmile } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { insertText } from './insert-words.ts'

// Nobody wants an emoji before the page is there; the picker and its 1,900 emoji are loaded when it is first opened.
const EmojiPanel = lazy(async () => ({ default: (await import('./emoji-panel.tsx')).EmojiPanel }))

type Props = {
  /** The id of the message editor that it writes into. */
  readonly target: string
}

/** Writes an emoji at the caret, or begins a mention or a hashtag there (docs/product/posts.md "Add to your post"). */
export function AddToPost({ target }: Props) {
  const [isOpen, setOpen] = useState(false)
  const begin = (sign: string) => insertText(target, sign)
  return (
    // Fixed wording (docs/product/posts.md "Add to your post").
    <Tooltip
      label="Add to your post"
      position="top-start"
      openDelay={300}
      events={{ hover: true, focus: true, touch: false }}
    >
      <Group gap={2} role="toolbar" aria-label="Add to your post">
        <Popover
          opened={isOpen}
          onChange={setOpen}
          position="bottom-start"
          width={316}
          shadow="md"
          trapFocus
          withinPortal
          returnFocus={false}
          middlewares={{ shift: { padding: 8 }, flip: true }}
        >
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Emoji"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <IconMoodSmile size={18} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown p={0} aria-label="Emoji">
            {isOpen && (
              <Suspense fallback={null}>
                <EmojiPanel
                  onChoose={emoji => {
                    setOpen(false)
                    insertText(target, emoji)
                  }}
                />
              </Suspense>
            )}
          </Popover.Dropdown>
        </Popover>
        <ActionIcon variant="subtle" color="gray" aria-label="Mention" onClick={() => begin('@')}>
          <IconAt size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label="Hashtag" onClick={() => begin('#')}>
          <IconHash size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </Tooltip>
  )
}
