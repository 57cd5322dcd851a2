import { describe, expect, it } from 'vitest'
import { connectLinkedinOrganization } from '#domain/social-accounts/contract.ts'
import { useConnections } from '#testing/openings/connections.ts'

const { kit, cast, beginLinkedin, returnFromLinkedin } = useConnections()

describe('LinkedIn', () => {
  it('connects with a code and a choice of organization', async () => {
    const found = await returnFromLinkedin(await beginLinkedin())
    expect(found.data).toMatchObject({
      project_social: null,
      project_id: cast.project.projectId,
      pages: [{ organization: '100', organizationName: 'Page 100' }, { organization: '200' }],
    })
    const body = { project_id: cast.project.projectId, organization: '200' }
    const answer = await kit.ask(cast.admin, connectLinkedinOrganization, { body })
    expect(answer.data).toMatchObject({ social_network: 'linkedin', name: 'Page 200' })
  })
})
