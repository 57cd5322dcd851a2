import { randomId } from '@mantine/hooks'
import { useState } from 'react'
import { networkNames } from '#domain/networks/names.ts'
import { networks } from '#domain/networks/network.ts'
import { withLinkFromMessage } from '../cards/draft-cards.ts'
import type { Draft } from '../draft/draft.ts'
import type { Entry } from '../draft/draft-entries.ts'
import type { ContentValidator } from '../validation/use-content-validator.ts'
import { LateSuggestions, MessageEditor } from './message-editor.tsx'

type Props = {
  readonly projectId: number
  readonly entry: Entry
  readonly validator: ContentValidator | null
  readonly onChange: (change: (draft: Draft) => Draft) => void
}

/** The message of one version, with its network's suggestions. */
export function MessageField({ projectId, entry, validator, onChange }: Props) {
  const { draft, saved, revision } = entry
  const network = saved.social_network
  const length = validator?.messageLength(network, draft.message, draft.mentions) ?? null
  const [linkKey] = useState(() => randomId('link-'))
  return (
    <MessageEditor
      id="post-message"
      label={`Message on ${networkNames[network]}`}
      message={draft.message}
      revision={revision}
      isInvalid={length !== null && length > networks[network].message.max}
      describedBy="post-message-count"
      onChange={message => onChange(before => (before.message === message ? before : { ...before, message }))}
      onLeave={() => onChange(before => withLinkFromMessage(network, before, linkKey))}
    >
      <LateSuggestions
        projectId={projectId}
        network={network}
        onMention={mention => onChange(before => ({ ...before, mentions: [...before.mentions, mention] }))}
      />
    </MessageEditor>
  )
}
