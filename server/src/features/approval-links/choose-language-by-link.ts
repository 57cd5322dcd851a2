import type * as contract from '#domain/approval-links/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { saveLanguage } from '#server/features/projects/client-language.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

export const chooseLanguageByLink = async (
  { body }: Input<typeof contract.chooseLanguageByLink>,
  { tx, person }: ScopedCall,
): Promise<Answer<typeof contract.chooseLanguageByLink>> => {
  await saveLanguage(tx, person.userId, body.language)
  return {}
}
