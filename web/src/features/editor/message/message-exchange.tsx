import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalTextEntity } from '@lexical/react/useLexicalTextEntity'
import {
  BLUR_COMMAND,
  COMMAND_PRIORITY_LOW,
  HISTORIC_TAG,
  INSERT_LINE_BREAK_COMMAND,
  INSERT_PARAGRAPH_COMMAND,
  mergeRegister,
  ParagraphNode,
  TextNode,
} from 'lexical'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { firstTyped } from '#web/features/posts/previews/text-marks.ts'
import { signalCharactersRemoved } from '#web/platform/transport.ts'
import { $divideAtBreaks, $makePlain, $startLine, $write, LineReader } from './message-lines.ts'
import { $toAddress, $toHashtag, $toMention, AddressNode, HashtagNode, MentionNode } from './message-nodes.ts'

const fromOutside = 'from-outside'

const findHashtag = firstTyped('hashtag')
const findMention = firstTyped('mention')
const findAddress = firstTyped('link')

/** Colours hashtags, mentions and links. */
export function Marks() {
  useLexicalTextEntity(findHashtag, HashtagNode, $toHashtag)
  useLexicalTextEntity(findMention, MentionNode, $toMention)
  useLexicalTextEntity(findAddress, AddressNode, $toAddress)
  return null
}

/** Keeps each line in a paragraph of its own, however it comes in. */
export function Lines() {
  const [editor] = useLexicalComposerContext()
  useEffect(
    () =>
      mergeRegister(
        editor.registerNodeTransform(ParagraphNode, $divideAtBreaks),
        editor.registerNodeTransform(TextNode, node => {
          if ($makePlain(node)) signalCharactersRemoved()
        }),
        editor.registerCommand(INSERT_LINE_BREAK_COMMAND, $startLine, COMMAND_PRIORITY_LOW),
        editor.registerCommand(INSERT_PARAGRAPH_COMMAND, () => $startLine(false), COMMAND_PRIORITY_LOW),
      ),
    [editor],
  )
  return null
}

type ExchangeProps = {
  readonly message: string
  readonly revision: number
  readonly onChange: (message: string) => void
  readonly onLeave: () => void
}

/** Reports what is typed, and takes over text from outside. */
export function Exchange({ message, revision, onChange, onLeave }: ExchangeProps) {
  const [editor] = useLexicalComposerContext()
  const shown = useRef(revision)
  const [reader] = useState(() => new LineReader())
  const emitChange = useEffectEvent(onChange)
  const leave = useEffectEvent(onLeave)
  // Registered in the same phase as the editor: a later effect would miss what is typed at once.
  useLayoutEffect(
    () =>
      editor.registerUpdateListener(({ editorState, dirtyElements, dirtyLeaves, tags }) => {
        if (dirtyElements.size === 0 && dirtyLeaves.size === 0) return
        // Undo and redo replace the whole state and name no line.
        const text = reader.read(editorState, tags.has(HISTORIC_TAG) ? null : dirtyElements)
        if (!tags.has(fromOutside)) emitChange(text)
      }),
    [editor, reader],
  )
  useEffect(
    () =>
      editor.registerCommand(
        BLUR_COMMAND,
        () => {
          leave()
          return false
        },
        COMMAND_PRIORITY_LOW,
      ),
    [editor],
  )
  useEffect(() => {
    if (shown.current === revision) return
    shown.current = revision
    editor.update(() => $write(message), { tag: fromOutside })
  }, [editor, revision, message])
  return null
}
