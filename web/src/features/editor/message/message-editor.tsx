import { LexicalComposer } from '@lexical/react/LexicalComposer'
import { ContentEditable } from '@lexical/react/LexicalContentEditable'
import { LexicalErrorBoundary } from '@lexical/react/LexicalErrorBoundary'
import { HistoryPlugin } from '@lexical/react/LexicalHistoryPlugin'
import { PlainTextPlugin } from '@lexical/react/LexicalPlainTextPlugin'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Mention } from '#domain/posts/model.ts'
import classes from './message-editor.module.css'
import { Exchange, Lines, Marks } from './message-exchange.tsx'
import { $write } from './message-lines.ts'
import { AddressNode, HashtagNode, MentionNode } from './message-nodes.ts'

const Nothing: ComponentType<SuggestionProps> = () => null

// Nobody types a mention before the page is there, so suggestions are loaded later.
const MessageSuggestions = lazy(
  (): Promise<{ default: ComponentType<SuggestionProps> }> =>
    import('#web/features/hashtags/message-suggestions.tsx').then(
      module => ({ default: module.MessageSuggestions }),
      // Loading failed with the connection. People can write without suggestions; the page must not crash.
      () => ({ default: Nothing }),
    ),
)

type Props = {
  readonly id: string
  /** The accessible name: whose message it is. */
  readonly label: string
  readonly message: string
  /** Increases when `message` is replaced from outside this editor. */
  readonly revision: number
  readonly isInvalid: boolean
  readonly placeholder?: string
  readonly describedBy?: string
  readonly onChange: (message: string) => void
  /** The caret has left the text. */
  readonly onLeave: () => void
  /** Rendered in the editor besides the text: suggestions. */
  readonly children?: ReactNode
}

/** The text of a post: plain, with hashtags, mentions and links coloured while typing. Mount one for each network. */
export function MessageEditor(props: Props) {
  const { id, label, message, revision, isInvalid, describedBy, onChange, onLeave, children } = props
  const { placeholder = 'Write your post…' } = props
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
      <Lines />
      <Marks />
      <Exchange message={message} revision={revision} onChange={onChange} onLeave={onLeave} />
      {children}
    </LexicalComposer>
  )
}

type SuggestionProps = {
  readonly network: SocialNetwork
  readonly onMention: (mention: Mention) => void
}

/** The network's suggestions while somebody types, for a `MessageEditor`. */
export function LateSuggestions(props: SuggestionProps) {
  return (
    <Suspense fallback={null}>
      <MessageSuggestions {...props} />
    </Suspense>
  )
}
