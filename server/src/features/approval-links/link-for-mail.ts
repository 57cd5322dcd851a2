import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { makeLink } from './links.ts'

/**
 * The address of a new personal link for a mail to an external approver; null for everybody else, who sign in. Called when the mail is
 * rendered, as only the link's hash is stored: several links of one person may be valid at a time.
 */
export const linkForMail = async (
  tx: Tx,
  { userId }: { readonly userId: number },
  { projectId }: { readonly projectId: number },
  services: Pick<Services, 'config' | 'clock'>,
): Promise<string | null> => {
  const settings = await tx
    .selectFrom('project_settings')
    .select(['name', 'value'])
    .where('project_id', '=', projectId)
    .execute()
  const made = await makeLink(tx, services, { userId, projectId, settings, createdBy: null })
  return made?.url ?? null
}
