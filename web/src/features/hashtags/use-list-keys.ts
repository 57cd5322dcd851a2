import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import {
  COMMAND_PRIORITY_HIGH,
  KEY_ARROW_DOWN_COMMAND,
  KEY_ARROW_UP_COMMAND,
  KEY_ENTER_COMMAND,
  KEY_ESCAPE_COMMAND,
  KEY_TAB_COMMAND,
} from 'lexical'
import { useEffect, useEffectEvent } from 'react'

type Keys = {
  readonly isOpen: boolean
  readonly count: number
  readonly onStep: (step: 1 | -1) => void
  readonly onChoose: () => void
  readonly onDismiss: () => void
}

/** The keys that move through an open list while the caret stays in the text. */
export const useListKeys = ({ isOpen, count, onStep, onChoose, onDismiss }: Keys): void => {
  const [editor] = useLexicalComposerContext()
  const run = useEffectEvent((key: 'down' | 'up' | 'choose' | 'dismiss') => {
    if (key === 'down') onStep(1)
    else if (key === 'up') onStep(-1)
    else if (key === 'choose') onChoose()
    else onDismiss()
  })
  const hasItems = count > 0
  useEffect(() => {
    if (!isOpen) return
    const take = (key: Parameters<typeof run>[0], isPossible: boolean) => (event: KeyboardEvent | null) => {
      if (!isPossible) return false
      event?.preventDefault()
      run(key)
      return true
    }
    const off = [
      editor.registerCommand(KEY_ARROW_DOWN_COMMAND, take('down', hasItems), COMMAND_PRIORITY_HIGH),
      editor.registerCommand(KEY_ARROW_UP_COMMAND, take('up', hasItems), COMMAND_PRIORITY_HIGH),
      editor.registerCommand(KEY_ENTER_COMMAND, take('choose', hasItems), COMMAND_PRIORITY_HIGH),
      editor.registerCommand(KEY_TAB_COMMAND, take('choose', hasItems), COMMAND_PRIORITY_HIGH),
      editor.registerCommand(KEY_ESCAPE_COMMAND, take('dismiss', true), COMMAND_PRIORITY_HIGH),
    ]
    return () => {
      for (const undo of off) undo()
    }
  }, [editor, isOpen, hasItems])
}
