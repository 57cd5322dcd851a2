import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestSandbox, type TestSandbox } from '#sandbox/testing/start.ts'
import { resetMail } from '#server/features/accounts/mails.ts'
import { addedMail, invitationMail } from '#server/features/team/mails.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { readMails } from '#testing/mails.ts'
import { buildAgency } from '#testing/people.ts'
import { wordsOf } from '../words.ts'
import { linkTo } from './page.ts'
import { type Mail, queueMail, sendMailQueue } from './queue.ts'
import { purgeOldMails, sendMail } from './send-mail.ts'
import { type Delivery, type Mailer, type Outgoing, openMailer } from './transport.ts'

const test = useTestApp({ routes: [] })
beforeEach(async () => {
  test.clock.set(testNow)
  await test.db.deleteFrom('outgoing_mails').execute()
})

const greeting = { kind: 'greeting', subject: 'Hello', text: 'Hello there', html: '<p>Hello there</p>' }
const queue = (mail: Partial<Mail> = {}) =>
  test.db
    .transaction()
    .execute(tx => queueMail(tx, test.services, { to: 'Ada@Example.com', ...greeting, ...mail }))
/** Works on the jobs of all mails that are still to be sent, as a worker does. */
const sendMails = async (mailer: Mailer) => {
  const queued = await test.db
    .selectFrom('outgoing_mails')
    .select('id')
    .where('status', '=', 'queued')
    .execute()
  return Promise.all(queued.map(({ id }) => sendMail(test.services, mailer, id)))
}
const rows = () => test.db.selectFrom('outgoing_mails').selectAll().orderBy('id').execute()
/** A mail server with prepared answers. */
const server = (...answers: Delivery[]): Mailer & { taken: Outgoing[] } => {
  const taken: Outgoing[] = []
  return {
    taken,
    send: async mail => {
      taken.push(mail)
      return answers.shift() ?? { kind: 'sent' }
    },
    verify: async () => undefined,
    close: () => undefined,
  }
}

describe('A queued mail', () => {
  it('is queued when the transaction commits, and not when it is rolled back', async () => {
    await queue()
    const undone = test.db.transaction().execute(async tx => {
      await queueMail(tx, test.services, { to: 'eve@example.com', ...greeting })
      throw new Error('rolled back')
    })
    await expect(undone).rejects.toThrow('rolled back')
    expect((await rows()).map(row => row.recipient)).toEqual(['ada@example.com'])
    expect((await test.enqueued(sendMailQueue)).at(-1)?.mailId).toBe((await rows())[0]?.id)
  })

  it('is sealed until it is sent, and its content is deleted afterwards', async () => {
    await queue({ text: 'a secret link' })
    expect(JSON.stringify(await rows())).not.toContain('secret')
    const mailer = server()
    await sendMails(mailer)
    expect(mailer.taken).toMatchObject([{ recipient: 'ada@example.com', text: 'a secret link' }])
    expect(await rows()).toMatchObject([{ status: 'sent', sealed: null, key_id: null, sent_at: testNow }])
    await sendMails(mailer)
    expect(mailer.taken).toHaveLength(1)
  })

  it('is retried while the server is away, and given up after two days', async () => {
    await queue()
    const away: Delivery = { kind: 'later', why: 'connection refused' }
    expect(await sendMails(server(away))).toEqual(['retry'])
    expect(await rows()).toMatchObject([{ status: 'queued', attempts: 1, last_error: 'connection refused' }])
    test.clock.advance(2 * 86_400_000)
    expect(await sendMails(server(away))).toEqual(['retry'])
    test.clock.advance(1)
    expect(await sendMails(server(away))).toEqual(['done'])
    expect(await rows()).toMatchObject([{ status: 'failed', sealed: null, last_error: 'connection refused' }])
  })

  it('is retried for longer than the two days after which it is given up', () => {
    const { times, firstSeconds, longestSeconds } = sendMailQueue.retry ?? {
      times: 0,
      firstSeconds: 0,
      longestSeconds: 0,
    }
    // The shortest waits that the queue may choose: half of the doubled one, with no luck.
    const waits = Array.from({ length: times }, (_, n) =>
      Math.min(longestSeconds, (firstSeconds * 2 ** Math.min(16, n)) / 2),
    )
    expect(waits.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(2 * 86_400)
  })

  it('is given up at once when the server rejects it', async () => {
    await queue()
    expect(await sendMails(server({ kind: 'never', why: '550 no such user' }))).toEqual(['done'])
    expect(await rows()).toMatchObject([{ status: 'failed', attempts: 1, last_error: '550 no such user' }])
  })

  it('is left alone once it has failed, also where its content is kept', async () => {
    const { id } = await queue({ agencyId: await buildAgency(test.db) })
    const mailer = server({ kind: 'never', why: '550 no such user' })
    await sendMails(mailer)
    expect(await sendMail(test.services, mailer, id)).toBe('done')
    expect(mailer.taken).toHaveLength(1)
  })

  it('is sent again when the worker died before it knew the answer', async () => {
    await queue()
    const dying = { ...server(), send: () => Promise.reject(new Error('killed')) }
    await expect(sendMails(dying)).rejects.toThrow('killed')
    const mailer = server()
    expect(await sendMails(mailer)).toEqual(['done'])
    expect(mailer.taken).toHaveLength(1)
  })

  it('stays sent when a worker that was thought dead is refused it afterwards', async () => {
    const { id } = await queue()
    let refuse = (): void => undefined
    const refused = new Promise<Delivery>(resolve => {
      refuse = () => resolve({ kind: 'never', why: '550 no such user' })
    })
    const slow = sendMail(test.services, { ...server(), send: () => refused }, id)
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1)
    await sendMails(server())
    refuse()
    await slow
    expect(await rows()).toMatchObject([{ status: 'sent', last_error: null }])
  })

  it('carries its pictures with it, and does without one that is gone', async () => {
    await test.services.storage.put('logo1/small', { bytes: Buffer.from('a picture') }, 'image/png')
    await queue({
      pictures: [
        { cid: 'logo', key: 'logo1/small' },
        { cid: 'picture1', key: 'gone/small' },
      ],
    })
    const mailer = server()
    expect(await sendMails(mailer)).toEqual(['done'])
    expect(mailer.taken[0]?.attachments).toEqual([
      { cid: 'logo', content: Buffer.from('a picture'), contentType: expect.any(String) },
    ])
  })

  it('is forgotten a month after it was sent, and not while it waits', async () => {
    await queue({ to: 'sent@example.com' })
    await sendMails(server())
    await queue({ to: 'waiting@example.com' })
    await test.db.updateTable('outgoing_mails').set({ created_at: new Date() }).execute()
    await purgeOldMails(test.services)
    expect(await rows()).toHaveLength(2)
    await test.db
      .updateTable('outgoing_mails')
      .set({ created_at: new Date(Date.now() - 31 * 86_400_000) })
      .execute()
    await purgeOldMails(test.services)
    expect((await rows()).map(row => row.recipient)).toEqual(['waiting@example.com'])
  })
})

describe('The text of a mail', () => {
  const invitation = (changes: Partial<Parameters<typeof invitationMail>[0]> = {}) =>
    invitationMail({
      publicUrl: 'https://galley.test',
      words: wordsOf('en'),
      email: 'zoe@example.com',
      name: 'Zoë O’Brien',
      invitedBy: 'Ada',
      where: 'Harbor',
      role: 'Content Creator',
      token: 'abc',
      days: 14,
      sender: { name: 'Bluebird Studio', logoKey: null },
      ...changes,
    })

  it('puts address, name and token into an invitation’s link as sign-up reads them', () => {
    const { text, html } = invitation()
    expect(text).toContain('email=zoe%40example.com&name=Zo%C3%AB%20O%E2%80%99Brien&invitation=abc')
    expect(html).toContain('&#38;invitation=abc')
    expect(linkTo('https://galley.test', '/')).toBe('https://galley.test/')
  })

  it('escapes markup in names, and no name can start a header', () => {
    const evil = '<img src=x onerror=alert(1)>"\r\nBcc: everybody@example.com'
    for (const { subject, html } of [
      invitation({ name: evil, invitedBy: evil, where: evil }),
      addedMail({
        publicUrl: 'https://galley.test',
        words: wordsOf('en'),
        name: evil,
        addedBy: evil,
        where: evil,
        role: 'Client',
        sender: { name: evil, logoKey: null },
      }),
    ]) {
      expect(subject).not.toMatch(/[\r\n]/)
      expect(html).not.toContain('<img')
    }
  })
})

describe('The sandbox’s mail server', () => {
  let sandbox: TestSandbox
  let mailer: Mailer
  beforeAll(async () => {
    sandbox = await startTestSandbox()
    mailer = openMailer(
      { mailFrom: 'Galley <no-reply@galley.test>', MAIL_REPLY_TO: 'help@galley.test' },
      sandbox.smtpUrl(),
    )
  })
  afterAll(async () => {
    mailer.close()
    await sandbox.stop()
  })
  type Received = {
    id: string
    from: string
    subject: string
    text: string
    html: string
    links: string[]
    headers: { name: string; value: string }[]
  }
  const box = async (to: string): Promise<Received[]> =>
    (await fetch(`${sandbox.url()}/sandbox/mails?to=${encodeURIComponent(to)}`)).json() as Promise<Received[]>

  it('shows the logo that a mail carries', async () => {
    const sender = { name: 'Bluebird Studio', logoKey: 'logo2/small' }
    await test.services.storage.put('logo2/small', { bytes: Buffer.from('a logo') }, 'image/png')
    const added = {
      words: wordsOf('en'),
      publicUrl: 'https://galley.test',
      name: 'Ben',
      addedBy: 'Ada',
      where: 'Harbor',
      role: 'Client',
    }
    await queue({ to: 'ben@example.com', ...addedMail({ ...added, sender }) })
    await sendMails(mailer)
    const [mail] = await box('ben@example.com')
    expect(mail?.html).toContain(`;base64,${Buffer.from('a logo').toString('base64')}"`)
    expect(mail?.html).not.toContain('cid:')
  })

  it('accepts a mail and shows it as it was sent', async () => {
    const publicUrl = 'https://galley.test'
    const reset = resetMail({ publicUrl, email: 'zoë@example.com', token: 'tok' })
    await queue({ to: 'Zoe@Example.com', ...reset, subject: 'Ein neues Paßwort – für Zoë 🐟' })
    const [queued] = await readMails(test, 'zoe@example.com')
    await sendMails(mailer)
    const [mail] = await box('ZOE@example.com')
    expect(mail).toMatchObject({
      from: 'Galley <no-reply@galley.test>',
      subject: 'Ein neues Paßwort – für Zoë 🐟',
      links: [queued?.link?.href],
    })
    expect(mail?.text.trim()).toBe(queued?.text.trim())
    expect(mail?.html).toContain('prefers-color-scheme: dark')
    const header = Object.fromEntries(
      mail?.headers.map(({ name, value }) => [name.toLowerCase(), value]) ?? [],
    )
    expect(header).toMatchObject({ 'auto-submitted': 'auto-generated', 'reply-to': 'help@galley.test' })
    expect(header['message-id']).toMatch(/^<\d+\.\d+\.galley@galley\.test>$/)
  })

  it('sees no second recipient in a crafted address or subject', async () => {
    await queue({
      to: 'ada@example.com',
      subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nand a body',
    })
    await sendMails(mailer)
    await queue({ to: 'ada@example.com, eve@example.com' })
    await queue({ to: 'ada@example.com\r\nRCPT TO:<eve@example.com>' })
    await sendMails(mailer)
    expect(await box('eve@example.com')).toEqual([])
    const [mail] = await box('ada@example.com')
    expect(mail?.headers.filter(({ name }) => name.toLowerCase() === 'bcc')).toEqual([])
  })

  it('shows a mail’s HTML without letting it run scripts, load files or leave its frame', async () => {
    const evil =
      '<html><head></head><body><script>top.location="https://evil.example"</script><img src="https://evil.example/x.png"></body></html>'
    await queue({
      to: 'box@example.com',
      html: evil,
      text: 'Look: https://galley.test/x <b>',
      subject: '<script>alert(1)</script>',
    })
    await sendMails(mailer)
    const [mail] = await box('box@example.com')
    const page = await (await fetch(`${sandbox.url()}/mail/${mail?.id}`)).text()
    expect(page).not.toContain('<script>')
    expect(page).toContain('<a href="https://galley.test/x"')
    expect(page).toMatch(/<iframe[^>]+sandbox="allow-popups allow-popups-to-escape-sandbox"/)
    const framed = await fetch(`${sandbox.url()}/mail/${mail?.id}/html`)
    const policy = framed.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/)
    expect(policy).not.toContain('script')
    expect(await framed.text()).toContain('<base target="_blank">')
    expect(await (await fetch(`${sandbox.url()}/mail?to=box@example.com`)).text()).toContain('&lt;script&gt;')
    expect((await fetch(`${sandbox.url()}/mail/none`)).status).toBe(404)
  })

  it('refuses addresses that cannot exist: the mail has failed, and delays no other', async () => {
    await queue({ to: 'nobody@nowhere.invalid' })
    await queue({ to: 'somebody@example.com' })
    await sendMails(mailer)
    expect(await rows()).toMatchObject([{ status: 'failed', attempts: 1 }, { status: 'sent' }])
    expect((await rows())[0]?.last_error).toContain('550 5.1.1 no such user here')
    expect(await box('nobody@nowhere.invalid')).toEqual([])
  })

  it('can be down: the mail waits, and its row says why', async () => {
    const nowhere = openMailer(
      { mailFrom: 'galley@galley.test', MAIL_REPLY_TO: undefined },
      'smtp://127.0.0.1:1',
    )
    await expect(nowhere.verify()).rejects.toThrow('ECONNREFUSED')
    await queue()
    await sendMails(nowhere)
    expect(await rows()).toMatchObject([{ status: 'queued', attempts: 1 }])
    expect((await rows())[0]?.last_error).toContain('ECONNREFUSED')
  })
})
