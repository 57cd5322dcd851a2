import type * as contract from '#domain/accounts/language-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { saveMemberLanguage } from '#server/features/projects/client-language.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'

export const saveLanguage = async (
  { body: { language } }: Input<typeof contract.saveLanguage>,
  { tx, person }: SignedInCall,
): Promise<Answer<typeof contract.saveLanguage>> => {
  await tx.updateTable('users').set({ language }).where('id', '=', person.userId).execute()
  await saveMemberLanguage(tx, person, null)
  return { language }
}
