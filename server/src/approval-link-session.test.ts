import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeKey } from '#server/config.ts'
import { makeSocialAccountRoutes, socialAccountRoutes } from '#server/features/social-accounts/routes.ts'
import { registerMediaFiles } from '#server/platform/http/media-files.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { sendByLink } from '#testing/approvals/approval-links.ts'
import { callBodies } from '#testing/calls/call-bodies.ts'
import { addressOfCall, nameOfCall, prepareCalls } from '#testing/calls/calls.ts'
import { countWrites } from '#testing/calls/count-writes.ts'
import { stubConnectors } from '#testing/connectors.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { fileRules } from './file-rules.ts'
import { allRoutes } from './routes.ts'

// An approval link is the right to decide what waits, and nothing more (docs/decisions/0069-deciding-by-link.md).
const { connectors } = stubConnectors()

let kit: TestApp
let cast: Cast
beforeAll(async () => {
  const routes = [
    ...allRoutes.filter(route => !socialAccountRoutes.includes(route)),
    ...makeSocialAccountRoutes(() => connectors),
  ]
  kit = await startTestApp({ routes, config: { SIGN_IN_PER_MINUTE: 1000, TOKEN_KEY: makeKey() } })
  registerMediaFiles(kit.app, kit.services, fileRules)
  cast = await buildCast(kit.db)
})
afterAll(() => kit.close())

const others = allRoutes
  .map(route => route.endpoint)
  .filter(({ permission }) => permission !== 'approval-link' && permission !== 'public')
  .map(endpoint => ({ name: nameOfCall(endpoint), endpoint }))

it.each(others)('$name answers 401 to an approval link, and writes nothing', async ({ endpoint }) => {
  const ids = await prepareCalls(kit.db, cast.project, { actor: { role: 'external-approver' } })
  const before = await countWrites(kit.db)
  const address = addressOfCall(endpoint, ids)
  const body = callBodies[nameOfCall(endpoint)]?.(ids)
  const { status, data } = await sendByLink(kit, ids.linkToken, [endpoint.method, address], body)
  expect([status, data]).toEqual([401, undefined])
  expect(await countWrites(kit.db)).toBe(before)
})

it('a public call answers the holder of an approval link as it answers anybody', async () => {
  const ids = await prepareCalls(kit.db, cast.project, { actor: { role: 'external-approver' } })
  for (const { endpoint } of allRoutes.filter(route => route.endpoint.permission === 'public')) {
    const address = addressOfCall(endpoint, ids)
    const body = callBodies[nameOfCall(endpoint)]?.(ids)
    const nobody = await kit.send(null, endpoint.method, address, body)
    const held = await sendByLink(kit, ids.linkToken, [endpoint.method, address], body)
    expect([nameOfCall(endpoint), held.status, held.code]).toEqual([
      ...[nameOfCall(endpoint), nobody.status, nobody.code],
    ])
  }
})

it('a stored file is not found by the holder of an approval link without the address that it was given', async () => {
  const { linkToken } = await prepareCalls(kit.db, cast.project)
  const url = `/media/${'a'.repeat(32)}/original`
  const headers = { authorization: `Bearer ${linkToken}` }
  expect((await kit.app.inject({ url, headers })).statusCode).toBe(404)
})

it('the calls by link decide with the link of the person, and answer 404 to one that has ended', async () => {
  const ids = await prepareCalls(kit.db, cast.project, { actor: { role: 'external-approver' } })
  for (const { endpoint } of allRoutes.filter(route => route.endpoint.permission === 'approval-link')) {
    const body = callBodies[nameOfCall(endpoint)]?.(ids)
    const address = addressOfCall(endpoint, ids)
    const ended = await sendByLink(kit, 'x'.repeat(43), [endpoint.method, address], body)
    expect([nameOfCall(endpoint), ended.status]).toEqual([nameOfCall(endpoint), 404])
    const held = await sendByLink(kit, ids.linkToken, [endpoint.method, address], body)
    expect([401, 403, 404]).not.toContain(held.status)
  }
})
