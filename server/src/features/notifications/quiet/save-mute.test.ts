import { beforeEach, describe, expect, it } from 'vitest'
import { getMute, saveMute } from '#domain/notifications/mute-contract.ts'
import { mailDue } from '#server/features/notifications/mail-due.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import type { TestPerson } from '#testing/app.ts'
import { usePush } from '#testing/openings/push.ts'

const kit = usePush()
beforeEach(() => kit.app.db.deleteFrom('outgoing_mails').execute())

const mute = (person: TestPerson | null, is_muted: boolean) =>
  kit.app.ask(person, saveMute, { body: { is_muted } })
const subjects = async () => {
  while ((await mailDue(kit.app.services)) > 0);
  const rows = await kit.app.db.selectFrom('outgoing_mails').select('kind').orderBy('id').execute()
  return rows.map(({ kind }) => kind)
}
/** Something that the creator is mailed of within the hour, and pushed at once. */
const sendBack = async (text: string) => {
  await kit.sendBack(await kit.buildPosts(text))
  kit.app.clock.advance(3_600_000)
}

describe('All mails and push messages', () => {
  it('are on at first, turned off and on by each person for themselves, whatever their role', async () => {
    for (const person of [kit.cast.admin, kit.cast.creator, kit.cast.internal, kit.cast.external]) {
      expect((await kit.app.ask(person, getMute)).data).toEqual({ is_muted: false })
      for (const is_muted of [true, true, false, false, true]) {
        expect((await mute(person, is_muted)).data).toEqual({ is_muted })
        expect((await kit.app.ask(person, getMute)).data).toEqual({ is_muted })
      }
    }
    expect((await kit.app.ask(kit.cast.stranger, getMute)).data).toEqual({ is_muted: false })
    expect((await mute(null, true)).status).toBe(401)
    expect((await kit.app.ask(null, getMute)).status).toBe(401)
  })

  it('stay away while they are off, and what happened meanwhile does not come later', async () => {
    const { browser } = await kit.browserOf(kit.cast.creator)
    await mute(kit.cast.creator, true)
    await sendBack('One')
    await kit.deliverAll()
    expect(await subjects()).toEqual([])
    await mute(kit.cast.creator, false)
    await kit.deliverAll()
    expect([await subjects(), await kit.push.messages(browser)]).toEqual([[], []])
    await sendBack('Two')
    await kit.deliverAll()
    expect(await subjects()).toHaveLength(1)
    expect(await kit.push.messages(browser)).toMatchObject([{ body: 'Two' }])
  })

  it('go no more once they are off, where they were not taken before', async () => {
    const { browser } = await kit.browserOf(kit.cast.creator)
    await kit.push.set(browser, { answers: [503] })
    await sendBack('One')
    expect(await kit.deliverAll()).toEqual(['retry'])
    expect(await subjects()).toHaveLength(1)
    await mute(kit.cast.creator, true)
    expect(await subjects()).toEqual([])
    expect(await kit.deliverAll()).toEqual(['done'])
    expect(await kit.push.messages(browser)).toEqual([])
  })

  it('of somebody with an address that another person has only typed stay', async () => {
    await sendBack('One')
    expect(await subjects()).toHaveLength(1)
    const { email } = await kit.app.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', kit.cast.creator.userId)
      .executeTakeFirstOrThrow()
    const namesake = { name: 'Namesake', email, is_confirmed: false }
    const { id } = await kit.app.db
      .insertInto('users')
      .values(namesake)
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await mute({ userId: id, name: 'Namesake' }, true)).status).toBe(200)
    expect(await subjects()).toHaveLength(1)
  })

  it('of other people go on, and so do mails that the settings do not list', async () => {
    await sendBack('One')
    expect(await subjects()).toHaveLength(1)
    await mute(kit.cast.admin, true)
    expect(await subjects()).toHaveLength(1)
    const { email: to } = await kit.app.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', kit.cast.creator.userId)
      .executeTakeFirstOrThrow()
    const reset = { kind: 'reset-password', subject: 'Reset', text: 'A link', html: '<p>A link</p>' }
    await inTransaction(kit.app.db, tx => queueMail(tx, kit.app.services, { ...reset, to }))
    await mute(kit.cast.creator, true)
    expect(await subjects()).toEqual(['reset-password'])
  })
})
