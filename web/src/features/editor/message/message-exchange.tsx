import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalTextEntity } from '@lexical/react/useLexicalTextEntity'
import {
  $createLineBreakNode,
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  BLUR_COMMAND,
  COMMAND_PRIORITY_LOW,
} from 'lexical'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { firstTyped } from '#web/features/posts/previews/text-marks.ts'
import { $toAddress, $toHashtag, $toMention, AddressNode, HashtagNode, MentionNode } from './message-nodes.ts'

const fromOutside = 'from-outside'

/** Replaces the whole text. Only within an update of the editor. */
export const $write = (text: string): void => {
  const paragraph = $createParagraphNode()
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) paragraph.append($createLineBreakNode())
    if (line !== '') paragraph.append($createTextNode(line))
  }
  $getRoot().clear().append(paragraph)
}

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

type ExchangeProps = {
  readonly message: string
  readonly revision: number
  readonly onChange: (message: string, editorState: string) => void
  readonly onLeave: () => void
}

/** Reports what is typed, and takes over text from outside. */
export function Exchange({ message, revision, onChange, onLeave }: ExchangeProps) {
  const [editor] = useLexicalComposerContext()
  const shown = useRef(revision)
  const emitChange = useEffectEvent(onChange)
  const leave = useEffectEvent(onLeave)
  // Registered in the same phase as the editor: a later effect would miss what is typed at once.
  useLayoutEffect(
    () =>
      editor.registerUpdateListener(({ editorState, dirtyElements, dirtyLeaves, tags }) => {
        if ((dirtyElements.size === 0 && dirtyLeaves.size === 0) || tags.has(fromOutside)) return
        const text = editorState.read(() => $getRoot().getTextContent())
        emitChange(text, JSON.stringify(editorState.toJSON()))
      }),
    [editor],
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
