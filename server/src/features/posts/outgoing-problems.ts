import type { FieldErrors } from '#domain/kernel/failure.ts'
import { contentOf, outgoingProblems } from '#domain/posts/problems.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { readAttachments } from './attachments.ts'
import type { LockedSocial } from './locks.ts'

/** Why networks would refuse these versions: texts by `network.field`; null if all of them could go out. */
export const findOutgoingProblems = async (
  tx: Tx,
  socials: readonly LockedSocial[],
  publicUrl: string,
): Promise<FieldErrors | null> => {
  const attachments = await readAttachments(
    tx,
    socials.map(social => social.id),
    publicUrl,
  )
  const errors: FieldErrors = {}
  for (const social of socials) {
    const content = contentOf({ ...social, attachments: attachments.get(social.id) ?? [] })
    for (const { network, field, text } of outgoingProblems(content))
      errors[`${network}.${field}`] = [...(errors[`${network}.${field}`] ?? []), text]
  }
  return Object.keys(errors).length > 0 ? errors : null
}
