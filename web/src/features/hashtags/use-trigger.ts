import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import {
  $getSelection,
  $isRangeSelection,
  $isTextNode,
  BLUR_COMMAND,
  COMMAND_PRIORITY_LOW,
  type LexicalEditor,
} from 'lexical'
import { useEffect, useState } from 'react'
import { type Trigger, triggerIn } from './trigger.ts'

/** The trigger at the caret, and where the caret is on the screen. */
export type PlacedTrigger = Trigger & {
  readonly at: { readonly top: number; readonly left: number; readonly bottom: number }
}

/** The text of the line up to the caret; null while something is selected. */
const $textToCaret = (): string | null => {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return null
  const node = selection.anchor.getNode()
  if (!$isTextNode(node)) return null
  let text = node.getTextContent().slice(0, selection.anchor.offset)
  for (let before = node.getPreviousSibling(); $isTextNode(before); before = before.getPreviousSibling())
    text = before.getTextContent() + text
  return text
}

const caretAt = (editor: LexicalEditor): PlacedTrigger['at'] | null => {
  const selection = window.getSelection()
  const root = editor.getRootElement()
  if (!selection?.rangeCount || !root?.contains(selection.anchorNode)) return null
  const rect = selection.getRangeAt(0).getBoundingClientRect()
  const { top, left, bottom } = rect.height > 0 ? rect : root.getBoundingClientRect()
  return { top, left, bottom }
}

/** Watches the caret for a mention or a hashtag. `dismiss` closes the list until the next one starts. */
export const useTrigger = (): { trigger: PlacedTrigger | null; dismiss: () => void } => {
  const [editor] = useLexicalComposerContext()
  const [trigger, setTrigger] = useState<PlacedTrigger | null>(null)
  const [isDismissed, setDismissed] = useState(false)
  useEffect(() => {
    const look = () => {
      const text = editor.getEditorState().read($textToCaret)
      const found = text === null ? null : triggerIn(text)
      const at = found && caretAt(editor)
      setTrigger(found && at ? { ...found, at } : null)
      if (!found) setDismissed(false)
    }
    // Suggestions are loaded late: a trigger may have been typed before.
    queueMicrotask(look)
    // The browser moves the caret after the editor reports the change.
    const unlisten = editor.registerUpdateListener(() => queueMicrotask(look))
    const unblur = editor.registerCommand(
      BLUR_COMMAND,
      () => {
        setTrigger(null)
        return false
      },
      COMMAND_PRIORITY_LOW,
    )
    window.addEventListener('scroll', look, { capture: true, passive: true })
    return () => {
      unlisten()
      unblur()
      window.removeEventListener('scroll', look, { capture: true })
    }
  }, [editor])
  return { trigger: isDismissed ? null : trigger, dismiss: () => setDismissed(true) }
}
