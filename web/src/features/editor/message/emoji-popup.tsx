import { lazy, Suspense } from 'react'
import { PopupPanel } from '#web/ui/popup/popup-panel.tsx'
import type { PopupState } from '#web/ui/popup/use-popup.ts'

// Later than the popup, which remembers where the focus was before the search takes it.
const EmojiPanel = lazy(async () => ({ default: (await import('./emoji-panel.tsx')).EmojiPanel }))

type Props = PopupState & { readonly onChoose: (emoji: string) => void }

/** The emoji, below their button. */
export function EmojiPopup({ onChoose, ...popup }: Props) {
  return (
    <PopupPanel {...popup} label="Emoji" position="bottom-start" width={316} padding="0">
      {popup.isOpen && (
        <Suspense fallback={null}>
          <EmojiPanel
            onChoose={emoji => {
              popup.onChange(false)
              onChoose(emoji)
            }}
          />
        </Suspense>
      )}
    </PopupPanel>
  )
}
