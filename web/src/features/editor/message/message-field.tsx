import { randomId } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import { networkNames } from '#domain/networks/names.ts'
import { networks } from '#domain/networks/network.ts'
import type { WritingField } from '#domain/posts/writing-fields.ts'
import { withLinkFromMessage } from '#web/features/editor/draft/draft-cards.ts'
import { takeEarlyLines } from '#web/ui/early-keys.ts'
import { useDrafts, useEntry } from '../draft/draft-context.tsx'
import { useChanged } from '../draft/use-changed.ts'
import type { ContentValidator } from '../validation/use-content-validator.ts'
import { insertText } from './insert-words.ts'
import { LateSuggestions, MessageEditor } from './message-editor.tsx'

type Props = {
  /** The version. */
  readonly id: number
  readonly validator: ContentValidator | null
}

const list = new Intl.ListFormat('en-GB')

/** The message of one version and those that share it, with its network's suggestions. */
export function MessageField({ id, validator }: Props) {
  const store = useDrafts()
  const network = useEntry(id, ({ saved }) => saved.social_network)
  // What is typed here comes from the editor itself: it takes the message over only when somebody else replaces it.
  const given = useEntry(
    id,
    ({ revision, draft: { message } }) => ({ revision, message }),
    (a, b) => a.revision === b.revision,
  )
  const changed = useChanged(id)
  const { max } = networks[network].message
  const isTooLong = useEntry(id, ({ draft }) => (validator?.messageLength(network, draft) ?? 0) > max)
  const [linkKey] = useState(() => randomId('link-'))
  const isNew = useEntry(id, ({ saved, draft }) => saved.status === 'temporary_draft' && draft.message === '')
  const startWriting = useEffectEvent(() => {
    if (!isNew) return
    const early = takeEarlyLines()
    // A person who is already somewhere on the page stays there.
    if (document.activeElement === document.body) document.getElementById('post-message')?.focus()
    if (early !== '') insertText('post-message', early)
  })
  useEffect(() => startWriting(), [])
  return (
    <div data-writing={'message' satisfies WritingField}>
      <MessageEditor
        id="post-message"
        label={`Message on ${list.format(changed.networks.map(name => networkNames[name]))}`}
        message={given.message}
        revision={given.revision}
        isInvalid={isTooLong}
        describedBy="post-message-count"
        onChange={message => store.type(id, message)}
        onLeave={() => {
          // What is clicked next must know what was typed last.
          store.settle()
          store.edit(id, before => withLinkFromMessage(network, before, linkKey))
        }}
      >
        <LateSuggestions
          network={network}
          onMention={mention =>
            store.edit(id, before => ({ ...before, mentions: [...before.mentions, mention] }))
          }
        />
      </MessageEditor>
    </div>
  )
}
