import { beforeEach, describe, expect, it } from 'vitest'
import { saveProjectSettings } from '#domain/projects/contract.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { sendMailQueue } from '#server/platform/mail/queue.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { addLink, byLink, sendByLink } from '#testing/approvals/approval-links.ts'
import { readMails } from '#testing/mails.ts'
import { buildCast, buildPerson, buildProject, type Cast } from '#testing/people.ts'
import { approvalLinkRoutes } from './routes.ts'

let cast: Cast
const kit = useTestApp({ routes: [...approvalLinkRoutes, ...projectRoutes] })
beforeEach(async () => {
  kit.clock.set(testNow)
  cast = await buildCast(kit.db)
})

const { inProject, copied, open, build, approvalOf, approve, logged, emailOf } = byLink(
  () => kit,
  () => cast,
)

it('Where no device has to be confirmed no code is mailed', async () => {
  const token = await copied()
  const ask = () => sendByLink(kit, token, ['POST', '/approval-link/code'], {})
  expect((await ask()).status).toBe(200)
  expect(await readMails(kit, await emailOf(cast.external))).toEqual([])
})

describe('In a project that confirms new devices', () => {
  const demandCode = () =>
    kit.ask(cast.admin, saveProjectSettings, {
      ...inProject(),
      body: { settings: [{ name: 'approval-link-code', value: 'true' }] },
    })
  const askCode = async (token: string, person = cast.external) => {
    const answer = await sendByLink(kit, token, ['POST', '/approval-link/code'], {})
    expect(answer.status).toBe(200)
    const mails = await readMails(kit, await emailOf(person))
    return /Your code is (\d{6})/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
  }
  const confirm = (token: string, code: string) =>
    sendByLink(kit, token, ['POST', '/approval-link/device'], { code })

  it('a link shows and decides nothing until the mailed code was entered on the device', async () => {
    const built = await build()
    const token = await copied()
    await demandCode()
    const shut = await open(token)
    expect(shut.data).toMatchObject({ posts: [], socials: [], code_goes_to: expect.stringMatching(/^p•••@/) })
    expect(shut.data).toMatchObject({ person: { name: '' }, agency: { name: '' } })
    expect(shut.data.project).toMatchObject({ name: '', logo_image_link: null })
    expect((await approve(token, built)).code).toBe('device_unconfirmed')
    const code = await askCode(token)
    const confirmed = await confirm(token, code)
    expect(confirmed.status).toBe(200)
    const { cookie } = confirmed
    expect((await open(token, { cookie })).data.posts.map(({ id }) => id)).toEqual([built.postId])
    const sent = await sendByLink(
      ...([kit, token, ['POST', '/approval-link/approve-round'] as const, await approvalOf(built)] as const),
      { cookie },
    )
    expect(sent.status).toBe(200)
    // Another device, and the cookie without a link, open nothing.
    expect((await open(token)).data.posts).toEqual([])
    expect((await kit.app.inject({ url: '/api/approval-link', headers: { cookie } })).statusCode).toBe(401)
    expect(await logged('approval_link.device_confirmed')).toHaveLength(1)
    expect((await confirm(token, code)).code).toBe('wrong_code')
  })

  it('a confirmed device opens the links of its person in its project alone, and for half a year', async () => {
    await demandCode()
    const { userId } = cast.external
    const token = await addLink(kit.db, cast.project, userId)
    const { cookie } = await confirm(token, await askCode(token))
    const isShut = async (held: string) => (await open(held, { cookie })).data.code_goes_to !== null
    expect(await isShut(token)).toBe(false)
    expect(await isShut(await copied(await buildPerson(kit.db, cast.project, 'external-approver')))).toBe(
      true,
    )
    const elsewhere = await buildProject(kit.db, { settings: { 'approval-link-code': 'true' } })
    const member = { project_id: elsewhere.projectId, user_id: userId, role: 'external-approver' as const }
    await kit.db.insertInto('project_members').values(member).execute()
    expect(await isShut(await addLink(kit.db, elsewhere, userId))).toBe(true)
    kit.clock.advance(180 * 86_400_000 - 1)
    expect(await isShut(token)).toBe(false)
    kit.clock.advance(1)
    expect(await isShut(token)).toBe(true)
  })

  it('a code works for the person it was mailed to, and uses up nobody else’s', async () => {
    await demandCode()
    const other = await buildPerson(kit.db, cast.project, 'external-approver')
    const [own, others] = [await copied(), await copied(other)]
    const [code, othersCode] = [await askCode(own), await askCode(others, other)]
    if (code !== othersCode) expect((await confirm(others, code)).code).toBe('wrong_code')
    expect((await confirm(own, code)).status).toBe(200)
    expect((await confirm(others, othersCode)).status).toBe(200)
  })

  it('a code ends after ten minutes, a new one replaces it, and only so many can be tried', async () => {
    const token = await copied()
    await demandCode()
    const first = await askCode(token)
    const second = await askCode(token)
    if (first !== second) expect((await confirm(token, first)).code).toBe('wrong_code')
    kit.clock.advance(10 * 60_000)
    expect((await confirm(token, second)).code).toBe('wrong_code')
    const wrong = (Number(second) + 1) % 1_000_000
    const answers: number[] = []
    for (let n = 0; n < 10; n += 1)
      answers.push((await confirm(token, String(wrong).padStart(6, '0'))).status)
    expect(answers.slice(0, 8)).toEqual(Array(8).fill(422))
    expect(answers.at(-1)).toBe(429)
  })

  it('what was tried with one link leaves the tries of another', async () => {
    const [leaked, own] = [await copied(), await copied()]
    await demandCode()
    const code = await askCode(own)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    for (let n = 0; n < 10; n += 1) await confirm(leaked, wrong)
    expect((await confirm(leaked, code)).status).toBe(429)
    expect((await confirm(own, code)).status).toBe(200)
  })

  it('no more than five codes are mailed in an hour', async () => {
    const token = await copied()
    await demandCode()
    const before = (await kit.enqueued(sendMailQueue)).length
    const answers: number[] = []
    for (let n = 0; n < 6; n += 1)
      answers.push((await sendByLink(kit, token, ['POST', '/approval-link/code'], {})).status)
    expect(answers).toEqual([200, 200, 200, 200, 200, 429])
    expect((await kit.enqueued(sendMailQueue)).length - before).toBe(5)
  })
})
