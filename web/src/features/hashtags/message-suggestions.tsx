import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { Portal } from '@mantine/core'
import { $getSelection, $isRangeSelection, $isTextNode } from 'lexical'
import { useEffect, useId, useState } from 'react'
import { exactSearchText } from '#domain/hashtags/suggestions.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Mention } from '#domain/posts/model.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { useListKeys } from './use-list-keys.ts'
import { type Suggestion, useSuggestions } from './use-suggestions.ts'
import { type PlacedTrigger, useTrigger } from './use-trigger.ts'

type Props = {
  readonly network: SocialNetwork
  readonly onMention: (mention: Mention) => void
}

const labels = { mention: 'Mentions', hashtag: 'Hashtags' } as const
const listHeight = 288
const listWidth = 320

/** Completes mentions and hashtags while a message is written. Rendered inside the editor. */
export function MessageSuggestions({ network, onMention }: Props) {
  const projectId = useProjectId()
  const [editor] = useLexicalComposerContext()
  const id = useId()
  const { trigger, dismiss } = useTrigger()
  const suggestions = useSuggestions(projectId, network, trigger)
  const { active, setActive } = useActive(`${trigger?.kind}${trigger?.query}`)
  const { items } = suggestions
  const choose = (index: number) => {
    const item = items[index]
    if (!item || !trigger) return
    editor.update(() => $complete(trigger.length, `${item.text} `))
    if (item.mention) onMention(mentionOf(item.mention))
  }
  useListKeys({
    isOpen: trigger !== null,
    count: items.length,
    onStep: step => setActive((active + step + items.length) % items.length),
    onChoose: () => choose(active),
    onDismiss: dismiss,
  })
  useSpokenList(id, trigger !== null, items.length > 0 ? `${id}-${active}` : null)
  if (trigger === null) return null
  const root = editor.getRootElement()
  const main = root?.closest('main')
  return (
    // Inside the page's main part, where screen readers look for it.
    <Portal {...(main ? { target: main } : {})}>
      <div style={placeOf(trigger.at, root?.getBoundingClientRect().right ?? window.innerWidth)}>
        <SuggestionList
          id={id}
          label={labels[trigger.kind]}
          suggestions={suggestions}
          note={exactSearchText(network, trigger.kind)}
          active={active}
          onChoose={choose}
          onPoint={setActive}
        />
      </div>
    </Portal>
  )
}

/** The chosen line; a new search starts at the first again. */
const useActive = (question: string) => {
  const [state, setState] = useState({ question, active: 0 })
  return {
    active: state.question === question ? state.active : 0,
    setActive: (active: number) => setState({ question, active }),
  }
}

/** Tells a screen reader which line Enter would choose while the focus stays in the text. */
const useSpokenList = (id: string, isOpen: boolean, active: string | null) => {
  const [editor] = useLexicalComposerContext()
  useEffect(() => {
    const root = editor.getRootElement()
    if (!root || !isOpen) return
    root.setAttribute('aria-controls', id)
    root.setAttribute('aria-autocomplete', 'list')
    if (active === null) root.removeAttribute('aria-activedescendant')
    else root.setAttribute('aria-activedescendant', active)
    return () => {
      for (const name of ['aria-controls', 'aria-autocomplete', 'aria-activedescendant'])
        root.removeAttribute(name)
    }
  }, [editor, id, isOpen, active])
}

/** Below the caret, or above it if there is no room; not beside the text, where it would cover the conversation, nor outside the window. */
const placeOf = ({ top, left, bottom }: PlacedTrigger['at'], textEnd: number) => {
  const isAbove = bottom + listHeight > window.innerHeight && top > listHeight
  return {
    position: 'fixed',
    zIndex: 300,
    left: Math.max(8, Math.min(left, textEnd - listWidth, window.innerWidth - listWidth - 8)),
    ...(isAbove ? { bottom: window.innerHeight - top + 4 } : { top: bottom + 4 }),
  } as const
}

/** Replaces what is being typed: `length` characters before the caret, which may span several nodes. */
const $complete = (length: number, text: string): void => {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return
  let node = selection.anchor.getNode()
  let start = selection.anchor.offset - length
  while (start < 0) {
    const before = node.getPreviousSibling()
    if (!$isTextNode(before)) return
    node = before
    start += before.getTextContentSize()
  }
  selection.anchor.set(node.getKey(), start, 'text')
  selection.insertText(text)
}

const mentionOf = ({
  id,
  mention,
  name,
  username,
  vanity_name,
}: NonNullable<Suggestion['mention']>): Mention => {
  const handle = username ?? vanity_name
  return { id, mention, name, ...(handle === undefined ? {} : { username: handle }) }
}
