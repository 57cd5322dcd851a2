import { ActionIcon, Group } from '@mantine/core'
import { IconAt, IconHash, IconMoodSmile } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Hint } from '#web/ui/popup/hint.tsx'
import { usePopup } from '#web/ui/popup/use-popup.ts'
import { insertText } from './insert-words.ts'

// Nobody wants an emoji before the page is there; the picker and its 1,900 emoji are loaded when it is first opened.
const load = () => import('./emoji-popup.tsx')
const EmojiPopup = lazy(() => load().then(module => ({ default: module.EmojiPopup })))

type Props = {
  /** The id of the message editor that it writes into. */
  readonly target: string
}

/** Writes an emoji at the caret, or begins a mention or a hashtag there (docs/product/posts.md "Add to your post"). */
export function AddToPost({ target }: Props) {
  const { button, panel } = usePopup(load)
  const begin = (sign: string) => insertText(target, sign)
  return (
    <>
      {/* Fixed wording (docs/product/posts.md "Add to your post"). */}
      <Hint label="Add to your post" position="top-start">
        <Group gap={2} role="toolbar" aria-label="Add to your post">
          <ActionIcon {...button} variant="subtle" color="gray" aria-label="Emoji">
            <IconMoodSmile size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label="Mention" onClick={() => begin('@')}>
            <IconAt size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label="Hashtag" onClick={() => begin('#')}>
            <IconHash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      </Hint>
      <Suspense fallback={null}>
        {panel && <EmojiPopup {...panel} onChoose={emoji => insertText(target, emoji)} />}
      </Suspense>
    </>
  )
}
