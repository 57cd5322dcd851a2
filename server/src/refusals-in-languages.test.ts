import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import * as contract from '#domain/approval-links/contract.ts'
import { type FailureCode, failures } from '#domain/kernel/failure.ts'
import { clientLanguages } from '#domain/kernel/languages/languages.ts'
import { linkTexts } from '#domain/kernel/languages/link-texts.ts'
import { wordsOf } from './platform/words.ts'

const calls = Object.values(contract).filter(({ permission }) => permission === 'approval-link')

/** Refusals of the way to a handler, whatever the call. */
const onTheWay = ['platform/http', 'features/billing/refuse-write.ts'].flatMap(place => {
  const at = path.join(import.meta.dirname, place)
  const files = place.endsWith('.ts')
    ? [at]
    : readdirSync(at, { recursive: true, encoding: 'utf8' })
        .filter(file => file.endsWith('.ts') && !file.includes('.test.'))
        .map(file => path.join(at, file))
  return files.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/\bfail\(\s*'(\w+)'/g)].map(([, code]) => code as FailureCode),
  )
})

/** What no bearer of a link reads. */
const unread: Readonly<Partial<Record<FailureCode, string>>> = {
  account_blocked: 'the link of a blocked person is unknown',
  unauthenticated: 'the page says that the link no longer works',
  method_not_allowed: 'the page makes no such call',
  confirm_it_is_you: 'no call of a link asks anew',
}

/** All that a handler may answer besides what its contract names: `Answer`. */
const ofEveryCall: readonly FailureCode[] = ['not_found', 'post_not_found', 'forbidden', 'validation_error']

const codes = [
  ...new Set([...calls.flatMap(call => [...call.failures] as FailureCode[]), ...onTheWay, ...ofEveryCall]),
].filter(code => unread[code] === undefined)

describe('A refusal that the bearer of a link can meet', () => {
  it('is looked for in all calls of links, and on the way to them', () => {
    expect(calls.length).toBeGreaterThan(11)
    expect(codes).toEqual(
      expect.arrayContaining([
        'undo_ended',
        'subscription_read_only',
        'project_archived',
        'device_unconfirmed',
      ]),
    )
  })

  it('has a text, and no other refusal has one', () => {
    expect(codes.toSorted()).toEqual(Object.keys(linkTexts).toSorted())
  })

  it.each(clientLanguages.filter(language => language !== 'en'))('is said in %s', language => {
    const { say } = wordsOf(language)
    for (const text of Object.values(linkTexts)) {
      const said = say(text, { when: '⟪soon⟫' })
      expect(said).not.toBe(text.replace('{when}', '⟪soon⟫'))
      expect(said.includes('⟪soon⟫')).toBe(text.includes('{when}'))
    }
  })

  it('that is short of words in the table of failures has the same there', () => {
    for (const code of ['already_decided', 'forbidden', 'internal'] as const)
      expect(linkTexts[code]).toBe(failures[code].message)
  })
})
