import { beforeEach, describe, expect, it } from 'vitest'
import { saveProfile, signUp } from '#domain/accounts/contract.ts'
import { createAgency, saveAgency } from '#domain/agencies/contract.ts'
import { publicNameText } from '#domain/kernel/public-names.ts'
import { createProject, saveProject } from '#domain/projects/contract.ts'
import { sendAgencyInvitation, sendProjectInvitation } from '#domain/team/contract.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { readMails } from '#testing/mails.ts'
import { buildCast, type Cast, nextNumber } from '#testing/people.ts'
import { allRoutes } from './routes.ts'

const app = useTestApp({ routes: allRoutes, config: { SIGN_IN_PER_MINUTE: 10_000 } })
let cast: Cast
beforeEach(async () => {
  app.clock.set(testNow)
  cast = await buildCast(app.db)
})

const advertisement = 'pay 1.99 https://evil.example'
const newEmail = () => `zoe.names${nextNumber()}@example.com`
const person = () => ({
  name: 'Zoë',
  last_name: 'Quist',
  email: newEmail(),
  phone_number: '+49 30 123456',
  company: 'Bluebird',
  password: 'a long fine one',
  password_confirmation: 'a long fine one',
})
const invitation = () => ({ name: 'Iris', email: newEmail(), role: 'content-creator' as const })

describe('A name with an address in it', () => {
  const agencyId = () => cast.project.agencyId
  const projectId = () => cast.project.projectId
  it.each<['company' | 'name', string, () => Promise<unknown>]>([
    ['company', 'a company', () => app.ask(null, signUp, { body: { ...person(), company: advertisement } })],
    ['name', 'an agency', () => app.ask(cast.admin, createAgency, { body: { name: advertisement } })],
    [
      'name',
      'an agency that has another',
      () =>
        app.ask(cast.admin, saveAgency, { params: { agencyId: agencyId() }, body: { name: advertisement } }),
    ],
    [
      'name',
      'a project',
      () =>
        app.ask(cast.admin, createProject, {
          body: { agency_id: agencyId(), name: advertisement, timezone: 'Europe/Berlin' },
        }),
    ],
    [
      'name',
      'a project that has another',
      () =>
        app.ask(cast.admin, saveProject, {
          params: { projectId: projectId() },
          body: { name: advertisement },
        }),
    ],
  ])('is refused as the %s of %s, in words', async (field, _, ask) => {
    expect(await ask()).toMatchObject({ status: 422, errors: { [field]: [publicNameText] } })
  })

  it.each<[string, () => Promise<{ status: number }>]>([
    ['who signs up', () => app.ask(null, signUp, { body: { ...person(), name: advertisement } })],
    [
      'who is known',
      () =>
        app.ask(cast.admin, saveProfile, {
          params: { userId: cast.admin.userId },
          body: { last_name: advertisement },
        }),
    ],
    [
      'who is invited to a project',
      () =>
        app.ask(cast.admin, sendProjectInvitation, {
          body: { project_id: projectId(), ...invitation(), name: advertisement },
        }),
    ],
    [
      'who is invited to an agency',
      () =>
        app.ask(cast.admin, sendAgencyInvitation, {
          body: { agency_id: agencyId(), ...invitation(), name: advertisement },
        }),
    ],
  ])('is refused for somebody %s', async (_, ask) => {
    expect((await ask()).status).toBe(422)
  })

  it('from before the rule is harmless in the mail to a stranger, which has no picture of the agency', async () => {
    const { email, ...body } = { project_id: projectId(), ...invitation() }
    const logo = { name: advertisement, logo_key: 'logos/aa/logo.png' }
    await app.db.updateTable('agencies').set(logo).where('id', '=', agencyId()).execute()
    await app.db.updateTable('projects').set({ name: advertisement }).where('id', '=', projectId()).execute()
    await app.db
      .updateTable('users')
      .set({ last_name: 'at evil.example' })
      .where('id', '=', cast.admin.userId)
      .execute()
    await app.ask(cast.admin, sendProjectInvitation, { body: { email, ...body } })
    const [mail] = await readMails(app, email)
    expect(mail?.subject).toMatch(/invites you to pay 1\. 99 evil\. example$/)
    for (const part of [mail?.subject, mail?.text, mail?.html]) {
      expect(part).not.toContain('evil.example')
      expect(part).not.toMatch(/https(:|%3A)(\/|%2F)+evil/i)
    }
    expect(mail?.html).not.toContain('cid:logo')
  })
})
