import { LexicalComposer } from '@lexical/react/LexicalComposer'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { ContentEditable } from '@lexical/react/LexicalContentEditable'
import { LexicalErrorBoundary } from '@lexical/react/LexicalErrorBoundary'
import { HistoryPlugin } from '@lexical/react/LexicalHistoryPlugin'
import { PlainTextPlugin } from '@lexical/react/LexicalPlainTextPlugin'
import { useLexicalTextEntity } from '@lexical/react/useLexicalTextEntity'
import {
  $createLineBreakNode,
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  BLUR_COMMAND,
  COMMAND_PRIORITY_LOW,
} from 'lexical'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Mention } from '#domain/posts/model.ts'
import { firstTyped } from '#web/features/posts/preview/components/text-marks.ts'
import classes from './message-editor.module.css'
import { $toAddress, $toHashtag, $toMention, AddressNode, HashtagNode, MentionNode } from './message-nodes.ts'

// Nobody mentions anybody before the page stands.
const MessageSuggestions = lazy(async () => ({
  default: (await import('#web/features/hashtags/components/message-suggestions.tsx')).MessageSuggestions,
}))

type Props = {
  readonly id: string
  /** The accessible name: whose message it is. */
  readonly label: string
  readonly message: string
  /** Rises when `message` comes from elsewhere than this editor. */
  readonly revision: number
  readonly isInvalid: boolean
  readonly describedBy?: string
  readonly onChange: (message: string, editorState: string) => void
  /** The caret has left the text. */
  readonly onLeave: () => void
  /** What stands in the editor beside the text: suggestions. */
  readonly children?: ReactNode
}

/** The text of a post: plain, with hashtags, mentions and links coloured while they are typed. Mount one for each network. */
export function MessageEditor(props: Props) {
  const { id, label, message, revision, isInvalid, describedBy, onChange, onLeave, children } = props
  return (
    <LexicalComposer
      initialConfig={{
        namespace: 'message',
        nodes: [HashtagNode, MentionNode, AddressNode],
        theme: { hashtag: classes.mark ?? '' },
        editorState: () => $write(message),
        onError: error => {
          throw error
        },
      }}
    >
      <div className={classes.editor}>
        <PlainTextPlugin
          contentEditable={
            <ContentEditable
              id={id}
              className={classes.content}
              aria-label={label}
              aria-multiline
              {...(isInvalid ? { ariaInvalid: true } : {})}
              {...(describedBy ? { ariaDescribedBy: describedBy } : {})}
              spellCheck
              aria-placeholder={placeholder}
              placeholder={<div className={classes.placeholder}>{placeholder}</div>}
            />
          }
          ErrorBoundary={LexicalErrorBoundary}
        />
      </div>
      <HistoryPlugin />
      <Marks />
      <Exchange message={message} revision={revision} onChange={onChange} onLeave={onLeave} />
      {children}
    </LexicalComposer>
  )
}

type SuggestionProps = {
  readonly projectId: number
  readonly network: SocialNetwork
  readonly onMention: (mention: Mention) => void
}

/** Whom and what the network suggests while somebody types, for a `MessageEditor`. */
export function LateSuggestions(props: SuggestionProps) {
  return (
    <Suspense fallback={null}>
      <MessageSuggestions {...props} />
    </Suspense>
  )
}

const placeholder = 'Write your post…'
const fromOutside = 'from-outside'

const $write = (text: string): void => {
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

function Marks() {
  useLexicalTextEntity(findHashtag, HashtagNode, $toHashtag)
  useLexicalTextEntity(findMention, MentionNode, $toMention)
  useLexicalTextEntity(findAddress, AddressNode, $toAddress)
  return null
}

/** Tells what is typed, and takes over what comes from outside. */
type ExchangeProps = Pick<Props, 'message' | 'revision' | 'onChange' | 'onLeave'>

function Exchange({ message, revision, onChange, onLeave }: ExchangeProps) {
  const [editor] = useLexicalComposerContext()
  const shown = useRef(revision)
  const tell = useEffectEvent(onChange)
  const leave = useEffectEvent(onLeave)
  useEffect(
    () =>
      editor.registerUpdateListener(({ editorState, dirtyElements, dirtyLeaves, tags }) => {
        if ((dirtyElements.size === 0 && dirtyLeaves.size === 0) || tags.has(fromOutside)) return
        const text = editorState.read(() => $getRoot().getTextContent())
        tell(text, JSON.stringify(editorState.toJSON()))
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
