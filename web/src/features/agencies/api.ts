import { useQueryClient } from '@tanstack/react-query'
import { createAgency, saveAgency } from '#domain/agencies/contract.ts'
import { sendAgencyInvitation } from '#domain/team/contract.ts'
import type { agencyInvitationRoles } from '#domain/team/model.ts'
import { call } from '#web/platform/client.ts'
import { refreshMe, useMe } from '#web/platform/me.ts'
import { filesOf, type PictureChoice, removalOf } from '#web/ui/picture-choice.ts'

type AgencyFields = { readonly name: string; readonly image: PictureChoice }

/**
 * Makes the person's agency, or changes it where there is one already (document 1 section 4 "Agency creation"), and reads the person
 * anew: they are its admin now. Rejects with ApiError.
 */
export const useSaveAgency = () => {
  const client = useQueryClient()
  const { agency } = useMe()
  return async ({ name, image }: AgencyFields) => {
    const files = filesOf(image)
    if (agency)
      await call(saveAgency, {
        params: { agencyId: agency.id },
        body: { _method: 'PUT', name, ...removalOf(image) },
        ...files,
      })
    else await call(createAgency, { body: { name }, ...files })
    await refreshMe(client)
  }
}

type Invitee = {
  readonly name: string
  readonly email: string
  readonly role: (typeof agencyInvitationRoles)[number]
}

/** One call per person. Rejects with ApiError. */
export const inviteToAgency = (agencyId: number | undefined, person: Invitee) =>
  call(sendAgencyInvitation, { body: { ...(agencyId ? { agency_id: agencyId } : {}), ...person } })
