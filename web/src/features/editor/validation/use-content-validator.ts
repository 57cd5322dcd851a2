import { useEffect, useState } from 'react'
import type { Problem, SocialNetwork } from '#domain/networks/model.ts'
import type { Mention } from '#domain/posts/model.ts'
import type { PostSocialContent } from '#domain/posts/problems.ts'

/** The networks' rules for a text and for a whole post social. */
export type ContentValidator = {
  readonly messageLength: (network: SocialNetwork, text: string, mentions: readonly Mention[]) => number
  readonly firstCommentLength: (network: SocialNetwork, text: string) => number
  readonly problemsOf: (content: PostSocialContent) => Problem[]
}

const load = async (): Promise<ContentValidator> => {
  const [counting, rules] = await Promise.all([
    import('#domain/networks/counting.ts'),
    import('#domain/posts/problems.ts'),
  ])
  return {
    messageLength: counting.messageLength,
    firstCommentLength: counting.firstCommentLength,
    problemsOf: rules.outgoingProblems,
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
