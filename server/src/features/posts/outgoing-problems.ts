import type { FieldErrors } from '#domain/kernel/failure.ts'
import type { Problem } from '#domain/networks/model.ts'
import { contentOf, outgoingProblems } from '#domain/posts/problems.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { readAttachments } from './attachments.ts'
import type { LockedSocial } from './locks.ts'

/** The columns that the networks' rules check besides the attachments. */
type Checked = Pick<
  LockedSocial,
  | 'id'
  | 'social_network'
  | 'type'
  | 'message'
  | 'first_comment'
  | 'extra_fields'
  | 'awaited_files'
  | 'follows_shared'
>

/** What prevents publishing each of these versions, by their ids; those without problems have an empty list. */
export const readOutgoingProblems = async (
  db: Reader,
  socials: readonly Checked[],
  publicUrl: string,
): Promise<Map<number, readonly Problem[]>> => {
  const ids = socials.map(social => social.id)
  const attachments = await readAttachments(db, ids, publicUrl)
  const problemsOf = (social: Checked) =>
    outgoingProblems(contentOf({ ...social, attachments: attachments.get(social.id) ?? [] }))
  return new Map(socials.map(social => [social.id, problemsOf(social)]))
}

/** Why networks would refuse these versions: texts by `network.field`; null if all of them could go out. */
export const findOutgoingProblems = async (
  db: Reader,
  socials: readonly Checked[],
  publicUrl: string,
): Promise<FieldErrors | null> => {
  const errors: FieldErrors = {}
  for (const { network, field, text } of [
    ...(await readOutgoingProblems(db, socials, publicUrl)).values(),
  ].flat())
    errors[`${network}.${field}`] = [...(errors[`${network}.${field}`] ?? []), text]
  return Object.keys(errors).length > 0 ? errors : null
}
