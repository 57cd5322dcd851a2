import type { FieldErrors } from '#domain/kernel/failure.ts'
import { contentOf, outgoingProblems } from '#domain/posts/problems.ts'
import { readAttachments } from '#server/features/posts/attachments.ts'
import type { LockedSocial } from '#server/features/posts/locks.ts'
import type { Tx } from '#server/platform/db/database.ts'

/** Why networks would refuse these versions: texts by network; null when all could go out. */
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
    const problems = outgoingProblems(contentOf({ ...social, attachments: attachments.get(social.id) ?? [] }))
    if (problems.length > 0) errors[social.social_network] = problems.map(problem => problem.text)
  }
  return Object.keys(errors).length > 0 ? errors : null
}
