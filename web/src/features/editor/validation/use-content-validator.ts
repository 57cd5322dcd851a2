import { useEffect, useState } from 'react'
import type { Problem, SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { linkOfCard } from '#domain/posts/link-cards.ts'
import { linkOf } from '#web/features/editor/draft/draft-cards.ts'
import { contentOfDraft, type Draft } from '../draft/draft.ts'

/** The networks' rules for a draft. Each draft is checked once, however many parts of the page ask. */
export type ContentValidator = {
  readonly messageLength: (network: SocialNetwork, draft: Draft) => number
  readonly firstCommentLength: (network: SocialNetwork, text: string) => number
  /** What is no problem but worth knowing, or null. */
  readonly advice: (network: SocialNetwork, draft: Draft) => string | null
  readonly problemsOf: (network: SocialNetwork, draft: Draft) => readonly Problem[]
}

/** Remembers the result for each draft; a draft belongs to one network. */
const oncePerDraft = <T>(compute: (network: SocialNetwork, draft: Draft) => T) => {
  const known = new WeakMap<Draft, { readonly result: T }>()
  return (network: SocialNetwork, draft: Draft): T => {
    const found = known.get(draft) ?? { result: compute(network, draft) }
    known.set(draft, found)
    return found.result
  }
}

const load = async (): Promise<ContentValidator> => {
  const [counting, instagram, rules] = await Promise.all([
    import('#domain/networks/counting.ts'),
    import('#domain/networks/instagram-counting.ts'),
    import('#domain/posts/problems.ts'),
  ])
  return {
    messageLength: oncePerDraft((network, draft) => {
      const { type, message, mentions } = draft
      const link = linkOfCard(type, linkOf(draft)?.extraFields.link, message)
      return counting.messageLength(network, message, mentions, link)
    }),
    firstCommentLength: counting.firstCommentLength,
    advice: oncePerDraft((network, { message, mentions, firstComment }) =>
      networks[network].maxHashtags === null
        ? counting.messageAdvice(network, message, mentions)
        : instagram.hashtagAdvice([message, firstComment]),
    ),
    problemsOf: oncePerDraft((network, draft) => rules.outgoingProblems(contentOfDraft(network, draft))),
  }
}

/** Null until loaded: counting tweets needs tables that the first paint need not wait for. */
export const useContentValidator = (): ContentValidator | null => {
  const [validator, setValidator] = useState<ContentValidator | null>(null)
  useEffect(() => {
    let isHere = true
    load().then(
      loaded => {
        if (isHere) setValidator(loaded)
      },
      () => undefined, // without a connection nothing is counted here; the server checks what it receives
    )
    return () => {
      isHere = false
    }
  }, [])
  return validator
}
