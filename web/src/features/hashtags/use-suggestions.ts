import { useDebouncedValue } from '@mantine/hooks'
import type { MentionSuggestion } from '#domain/hashtags/model.ts'
import { searchPauseMs } from '#domain/hashtags/suggestions.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useSearchHashtags, useSearchMentions } from './api.ts'
import type { Trigger } from './trigger.ts'

/** One line of the list and what it inserts. */
export type Suggestion = {
  readonly key: string
  readonly text: string
  readonly mention: MentionSuggestion | null
}

export type Suggestions = {
  readonly state: 'loading' | 'empty' | 'error' | 'full'
  readonly error: string | null
  readonly items: readonly Suggestion[]
}

const none: Suggestions = { state: 'loading', error: null, items: [] }

/** What the network suggests for the text at the caret; searched once typing pauses. */
export const useSuggestions = (
  projectId: number,
  network: SocialNetwork,
  trigger: Trigger | null,
): Suggestions => {
  const query = trigger?.query ?? ''
  const [rested] = useDebouncedValue(query, searchPauseMs(network))
  const search = { projectId, network, q: rested }
  const isResting = trigger !== null && rested === query
  const mentions = useSearchMentions(search, isResting && trigger.kind === 'mention')
  const hashtags = useSearchHashtags(search, isResting && trigger.kind === 'hashtag')
  if (!isResting) return none
  const requested = trigger.kind === 'mention' ? mentions : hashtags
  if (requested.isFetching) return none
  const failure = requested.error ? messageOf(requested.error) : (requested.data?.error ?? null)
  if (failure !== null) return { state: 'error', error: failure, items: [] }
  const items =
    trigger.kind === 'mention'
      ? (mentions.data?.payload ?? []).map(toSuggestion)
      : (hashtags.data?.payload ?? []).map(tag => ({ key: tag, text: `#${tag}`, mention: null }))
  return { state: items.length === 0 ? 'empty' : 'full', error: null, items }
}

const toSuggestion = (mention: MentionSuggestion): Suggestion => ({
  key: mention.id,
  text: mention.mention,
  mention,
})
