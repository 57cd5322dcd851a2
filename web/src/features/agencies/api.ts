import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createAgency, saveAgency } from '#domain/agencies/contract.ts'
import { sendAgencyInvitation } from '#domain/team/contract.ts'
import type { agencyInvitationRoles } from '#domain/team/model.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { call } from '#web/platform/client.ts'
import { refreshMe, useMe } from '#web/platform/me.ts'
import { filesOf, type PictureChoice, removalOf } from '#web/ui/picture-choice.ts'

type AgencyFields = { readonly name: string; readonly image: PictureChoice }

const change = (agencyId: number, { name, image }: AgencyFields) =>
  call(saveAgency, {
    params: { agencyId },
    body: { _method: 'PUT', name, ...removalOf(image) },
    ...filesOf(image),
  })

/** The answer to a former try may have been lost, or another window was quicker: then there is one, and it is changed. */
const create = async (client: QueryClient, fields: AgencyFields): Promise<void> => {
  try {
    await call(createAgency, { body: { name: fields.name }, ...filesOf(fields.image) })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'already_in_agency') throw error
    const { agency, can_create_project } = await refreshMe(client)
    if (!agency || !can_create_project) throw error
    await change(agency.id, fields)
  }
}

/**
 * Makes the person's agency, or changes it where there is one already (document 1 section 4 "Agency creation"), and reads the person
 * anew: they are its admin now. Rejects with ApiError.
 */
export const useSaveAgency = () => {
  const client = useQueryClient()
  const { agency } = useMe()
  return async (fields: AgencyFields) => {
    await (agency ? change(agency.id, fields) : create(client, fields))
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
