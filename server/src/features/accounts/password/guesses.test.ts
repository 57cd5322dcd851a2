import { beforeEach, describe, expect, it } from 'vitest'
import { resetPassword } from '#domain/accounts/contract.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { lastToken, readMails } from '#testing/mails.ts'
import { nextNumber } from '#testing/people.ts'
import { accountRoutes } from '../routes.ts'

const DAY_MS = 86_400_000
const password = 'correct horse battery'
const other = 'another fine one'
let email: string
let userId: number
const test = useTestApp({ routes: accountRoutes, config: { SIGN_IN_PER_MINUTE: 10_000 } })
beforeEach(async () => {
  test.clock.set(testNow)
  email = `ada${nextNumber()}@example.com`
  userId = await person(email)
})

const person = async (address: string): Promise<number> => {
  const values = { name: 'Ada', email: address, password_hash: await hashPassword(password) }
  return (await test.db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()).id
}
const newAddress = () => {
  const number = nextNumber()
  return `10.${number % 250}.${Math.floor(number / 250)}.7`
}

/** A browser at a network address; it keeps its cookies. */
const openDevice = (remoteAddress = newAddress()) => {
  const cookies = new Map<string, string>()
  const call = async (path: string, payload: object, more: Record<string, string> = {}) => {
    const cookie = [...cookies].map(pair => pair.join('=')).join('; ')
    const headers = { ...more, ...(cookie ? { cookie } : {}) }
    const answer = await test.app.inject({
      method: 'POST',
      url: `/api${path}`,
      payload,
      headers,
      remoteAddress,
    })
    for (const { name, value } of answer.cookies) cookies.set(name, value)
    return { status: answer.statusCode, wait: Number(answer.headers['retry-after'] ?? 0), ...answer.json() }
  }
  return {
    cookies,
    call,
    signIn: (given = password, address = email) => call('/auth/signin', { email: address, password: given }),
    signUp: (given: string) =>
      call('/auth/signup', {
        name: 'Ada',
        last_name: 'Moreau',
        email,
        password: given,
        password_confirmation: given,
        phone_number: '+49 30 123456',
        company: 'Bluebird Studio',
      }),
  }
}
const guess = (from = openDevice(), address = email) => from.signIn('a wrong guess', address)
const isAllowed = ({ status }: { status: number }) => status === 401

describe('Guessing a password', () => {
  it('from one place waits longer and longer, and costs nobody elsewhere their sign-in', async () => {
    const guesser = openDevice()
    for (let turn = 0; turn < 5; turn++) expect(await guess(guesser)).toMatchObject({ status: 401 })
    const waits: number[] = []
    for (let turn = 0; turn < 9; turn++) {
      const refused = await guess(guesser)
      expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' })
      waits.push(refused.wait)
      test.clock.advance(refused.wait * 1000)
      expect(await guess(guesser)).toMatchObject({ status: 401 })
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
    expect((await guesser.signIn()).status).toBe(429)
    expect((await openDevice().signIn()).status).toBe(200)
  })

  it('from one IPv6 network counts together, whichever of its addresses they come from', async () => {
    const network = `2001:db8:${nextNumber().toString(16)}:1`
    for (let turn = 1; turn <= 5; turn++)
      expect(await guess(openDevice(`${network}::${turn}`))).toMatchObject({ status: 401 })
    expect((await guess(openDevice(`${network}::6`))).status).toBe(429)
    expect(await guess(openDevice(`${network.slice(0, -1)}2::6`))).toMatchObject({ status: 401 })
  })

  it('from anywhere stays under a hundred times in any 24 hours', async () => {
    const tries = async (times: number) => {
      const answers = []
      for (let turn = 0; turn < times; turn++) answers.push(await guess())
      return answers.filter(isAllowed).length
    }
    expect(await tries(1)).toBe(1)
    test.clock.advance(DAY_MS - 1000)
    expect(await tries(60)).toBe(47)
    test.clock.advance(1000)
    expect(await tries(60)).toBe(48)
  })

  it('counts what is tried at sign-up, which signs in with the right password', async () => {
    for (let turn = 0; turn < 47; turn++) await guess()
    expect((await openDevice().signUp('a guess at sign-up')).status).toBe(200)
    expect((await openDevice().signUp(password)).status).toBe(429)
    expect((await openDevice().signIn()).status).toBe(429)
  })

  it('gets the same answer for an address that has an account and for one that has none', async () => {
    const seen = []
    for (const address of [email, `nobody${nextNumber()}@example.com`]) {
      const from = openDevice()
      const answers = []
      for (let turn = 0; turn < 7; turn++) answers.push(await guess(from, address))
      seen.push(answers)
    }
    expect(seen[0]).toEqual(seen[1])
  })

  it('a device known to one account does not reveal whether the address has another', async () => {
    const seen = []
    for (const address of [email, `free${nextNumber()}@example.com`]) {
      email = address
      const stranger = openDevice()
      await stranger.signUp('a password of her own')
      await lockOut()
      const answers = [await stranger.signIn('a password of her own'), await stranger.signIn(password)]
      seen.push(answers.map(({ status, code, wait }) => ({ status, code, wait })))
    }
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]?.map(({ status }) => status)).toEqual([200, 401])
  })

  it('lets no more through when all tries come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => guess()))
    expect(answers.filter(isAllowed)).toHaveLength(48)
    const from = openDevice()
    const address = `bob${nextNumber()}@example.com`
    const here = await Promise.all(Array.from({ length: 20 }, () => guess(from, address)))
    expect(here.filter(isAllowed)).toHaveLength(5)
  })
})

/** Strangers have used up what there is for devices that the account does not know. */
const lockOut = async () => {
  for (let turn = 0; turn < 48; turn++) await guess()
  expect((await openDevice().signIn()).status).toBe(429)
}

describe('A device that the account has signed in from', () => {
  it('still signs in while strangers guess, also from its own network', async () => {
    const own = openDevice()
    await own.signIn()
    await lockOut()
    const [first] = [...own.cookies.values()]
    const neighbour = openDevice('192.0.2.1')
    for (let turn = 0; turn < 7; turn++) await guess(neighbour)
    expect((await own.signIn()).status).toBe(200)
    const moved = openDevice('192.0.2.1')
    moved.cookies.set('galley-devices', first ?? '')
    expect((await moved.signIn()).status).toBe(200)
  })

  it('waits for its own mistakes alone', async () => {
    const [own, second] = [openDevice(), openDevice()]
    for (const device of [own, second]) await device.signIn()
    for (let turn = 0; turn < 5; turn++) await guess(own)
    expect(await own.signIn()).toMatchObject({ status: 429, wait: 30 })
    expect((await second.signIn()).status).toBe(200)
    test.clock.advance(30_000)
    expect((await own.signIn()).status).toBe(200)
    expect(isAllowed(await guess(own))).toBe(true)
  })

  it('becomes known by signing up, by the reset link and by changing the password', async () => {
    const reset = openDevice()
    await lockOut()
    await reset.call('/password/forgot', { email })
    await expect.poll(async () => (await readMails(test, email)).length).toBe(1)
    const fresh = { password: other, password_confirmation: other }
    const link = { email, token: await lastToken(test, email) }
    expect((await reset.call('/password/new', { ...link, ...fresh })).status).toBe(200)
    const { data } = await reset.signIn(other)
    expect(data.token).toBeTruthy()

    const changed = { password, password_confirmation: password, old_password: other }
    const bearer = { authorization: `Bearer ${data.token}` }
    expect((await reset.call(`/users/${userId}/password`, changed, bearer)).status).toBe(200)
    expect((await reset.signIn()).status).toBe(200)

    email = `new${nextNumber()}@example.com`
    const newcomer = openDevice()
    await newcomer.signUp(password)
    await lockOut()
    expect((await newcomer.signIn()).status).toBe(200)
  })

  it('is unknown again once the password is set elsewhere', async () => {
    const stolen = openDevice()
    await stolen.signIn()
    const elsewhere = openDevice()
    await elsewhere.call('/password/forgot', { email })
    await expect.poll(async () => (await readMails(test, email)).length).toBe(1)
    const link = { email, token: await lastToken(test, email) }
    const body = { ...link, password: other, password_confirmation: other }
    expect((await test.ask(null, resetPassword, { body })).status).toBe(200)
    await lockOutWith(other)
    expect((await stolen.signIn(other)).status).toBe(429)
  })

  it('is not known by the cookie of another account or a changed one', async () => {
    const eve = openDevice()
    const address = `eve${nextNumber()}@example.com`
    const eveId = await person(address)
    await eve.signIn(password, address)
    await lockOut()
    const [cookie = ''] = [...eve.cookies.values()]
    const forged = openDevice()
    forged.cookies.set('galley-devices', cookie.replace(`${eveId}.`, `${userId}.`))
    for (const device of [eve, forged]) expect((await device.signIn()).status).toBe(429)
  })

  it('keeps several accounts, in a cookie that no script or other site reads', async () => {
    const shared = openDevice()
    const first = email
    await shared.signIn()
    email = `bob${nextNumber()}@example.com`
    await person(email)
    const payload = { email, password }
    const cookie = [...shared.cookies].map(pair => pair.join('=')).join('; ')
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/auth/signin',
      payload,
      headers: { cookie },
    })
    const [header] = [answer.headers['set-cookie']].flat()
    expect(header).toContain('; HttpOnly; SameSite=Strict; Max-Age=34560000')
    shared.cookies.set('galley-devices', String(header).split(';')[0]?.split('=')[1] ?? '')
    for (const address of [first, email]) {
      email = address
      await lockOut()
      expect((await shared.signIn()).status).toBe(200)
    }
  })

  it('is not shown to a browser whose sign-in failed', async () => {
    const device = openDevice()
    await guess(device)
    expect([...device.cookies]).toEqual([])
  })
})

describe('A code that is mailed to the person', () => {
  const mailedCode = async (number = 1) => {
    await expect.poll(async () => (await readMails(test, email)).length).toBe(number)
    const [code = ''] = /[A-Z\d]{4}-[A-Z\d]{4}/.exec((await readMails(test, email)).at(-1)?.text ?? '') ?? []
    return code
  }
  const sendCode = (address = email) => openDevice().call('/auth/signin/code', { email: address })
  const enter = (from: ReturnType<typeof openDevice>, code: string, given = password, address = email) =>
    from.call('/auth/signin', { email: address, password: given, code })

  it('lets them in on a new device while strangers guess, once, and the device is known from then on', async () => {
    await lockOut()
    const device = openDevice()
    expect((await device.signIn()).status).toBe(429)
    expect((await sendCode()).status).toBe(200)
    const code = await mailedCode()
    expect(await enter(device, code, 'not my password')).toMatchObject({ status: 401 })
    expect((await enter(device, code.toLowerCase().replace('-', ' '))).status).toBe(200)
    expect((await device.signIn()).status).toBe(200)
    expect(await enter(openDevice(), code)).toMatchObject({ status: 422, code: 'wrong_code' })
  })

  it('signs in once if it is sent several times at once, and answers the others that it was used', async () => {
    await sendCode()
    const code = await mailedCode()
    for (let turn = 0; turn < 4; turn++) await enter(openDevice(), code, 'mistyped')
    const answers = await Promise.all(Array.from({ length: 10 }, () => enter(openDevice('192.0.2.8'), code)))
    const seen = answers.map(({ status, code: refusal }) => refusal ?? status)
    expect(seen.sort()).toEqual([200, ...Array(9).fill('wrong_code')])
  })

  it('opens nothing without the password, and allows few guesses at it', async () => {
    await sendCode()
    const code = await mailedCode()
    const answers = []
    for (let turn = 0; turn < 7; turn++) answers.push((await enter(openDevice(), code, 'a guess')).status)
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  it('cannot be guessed, and is the account’s own', async () => {
    await sendCode()
    const code = await mailedCode()
    const address = `bob${nextNumber()}@example.com`
    await person(address)
    const bob = openDevice()
    expect(await enter(bob, code, password, address)).toMatchObject({ status: 422, code: 'wrong_code' })
    const seen = []
    for (const at of [email, `nobody${nextNumber()}@example.com`]) {
      const stranger = openDevice()
      const answers = []
      for (let turn = 0; turn < 11; turn++) answers.push(await enter(stranger, 'BCDF-GHJK', password, at))
      seen.push(answers.map(({ status, code: refusal }) => ({ status, refusal })))
    }
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]?.map(({ status }) => status)).toEqual([...Array(10).fill(422), 429])
    expect((await enter(openDevice(), code)).status).toBe(200)
  })

  it('ends after a day, in which no more than five are mailed, each of which works', async () => {
    await lockOut()
    const answers = []
    for (let turn = 0; turn < 6; turn++) answers.push((await sendCode()).status)
    expect(answers).toEqual([200, 200, 200, 200, 200, 429])
    const last = await mailedCode(5)
    test.clock.advance(DAY_MS - 1000)
    expect((await enter(openDevice(), last)).status).toBe(200)
    test.clock.advance(1000)
    expect((await sendCode()).status).toBe(200)
    const next = await mailedCode(6)
    test.clock.advance(DAY_MS)
    expect(await enter(openDevice(), next)).toMatchObject({ status: 422, code: 'wrong_code' })
  })

  it('is not mailed to somebody without an account, who gets the same answer', async () => {
    const address = `nobody${nextNumber()}@example.com`
    expect(await sendCode(address)).toEqual(await sendCode())
    await mailedCode()
    expect(await readMails(test, address)).toEqual([])
  })
})

const lockOutWith = async (given: string) => {
  for (let turn = 0; turn < 48; turn++) await guess()
  expect((await openDevice().signIn(given)).status).toBe(429)
}

describe('Signing in with the right password', () => {
  it('counts for nothing, however often it is done', async () => {
    for (let turn = 0; turn < 60; turn++) expect((await openDevice('192.0.2.9').signIn()).status).toBe(200)
    const from = openDevice()
    for (let turn = 0; turn < 4; turn++) await guess(from)
    expect((await from.signIn()).status).toBe(200)
    for (let turn = 0; turn < 4; turn++) expect(isAllowed(await guess(from))).toBe(true)
  })
})
