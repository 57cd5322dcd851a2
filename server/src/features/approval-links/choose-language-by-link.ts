import type * as contract from '#domain/approval-links/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { saveMemberLanguage } from '#server/features/projects/client-language.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/** Only a mailed link proves who reads (decision 183). */
export const chooseLanguageByLink = async (
  { body }: Input<typeof contract.chooseLanguageByLink>,
  { tx, person, scope }: ScopedCall,
): Promise<Answer<typeof contract.chooseLanguageByLink>> => {
  if (person.byLink?.copiedBy !== null)
    return fail('forbidden', { message: 'This link was copied. Its language is kept in your browser only.' })
  await saveMemberLanguage(tx, { userId: person.userId, projectId: scope.projectId }, body.language)
  return {}
}
