import { describe, expect, it } from 'vitest'
import { type OutlookFacts, outlookOf } from './outlook.ts'
import { reasonWords } from './outlook-words.ts'

const now = new Date('2026-06-01T08:00:00Z')
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

const ready: OutlookFacts = {
  network: 'facebook',
  type: 'text',
  status: 'approved',
  dueAt: at(5),
  isAutoposting: true,
  isReleased: false,
  bypass: false,
  internalApproved: false,
  digestMatches: true,
  decideBy: null,
  problems: [],
  account: {
    isRemoved: false,
    isOther: false,
    needsReconnecting: false,
    hasToken: true,
    expiresAt: null,
    isRenewable: false,
  },
  heldBy: null,
  agencyStopsAt: null,
  isBeyondLimit: false,
  limitUntil: null,
  publication: null,
}
const outlook = (facts: Partial<OutlookFacts>) => outlookOf({ ...ready, ...facts }, now)

// That it says what the publisher does is compared in server/src/features/publishing/outlooks.test.ts.
describe('The outlook of a version', () => {
  it('is green if nothing is the matter, and for what is live', () => {
    expect(outlook({})).toEqual({ risk: 'green', reasons: [] })
    expect(outlook({ status: 'live', dueAt: null, account: null })).toEqual({ risk: 'green', reasons: [] })
  })

  it('is red without a schedule', () => {
    expect(outlook({ dueAt: null })).toEqual({
      risk: 'red',
      reasons: [{ code: 'no_schedule', risk: 'red', until: null }],
    })
  })

  it('says until when to decide, and is red once that has passed', () => {
    const waiting = { status: 'pending_external_approval', digestMatches: false } as const
    expect(outlook({ ...waiting, decideBy: at(3) }).reasons).toEqual([
      { code: 'waits_for_approval', risk: 'amber', until: at(3) },
    ])
    expect(outlook({ ...waiting, decideBy: at(-1) }).reasons).toEqual([
      { code: 'waits_for_approval', risk: 'red', until: at(5) },
    ])
  })

  it('is green while the client is late if the project does not wait for them', () => {
    const late = { status: 'pending_external_approval', bypass: true, internalApproved: true } as const
    expect(outlook({ ...late, digestMatches: false }).risk).toBe('green')
  })

  it('has every reason, the red ones first', () => {
    const { risk, reasons } = outlook({ status: 'draft', account: null })
    expect(risk).toBe('red')
    expect(reasons.map(({ code }) => code)).toEqual(['network_not_connected', 'not_sent'])
  })

  it('says which rules of the network are broken as the editor does, each once, and counts what is more than three', () => {
    const problem = (text: string) =>
      ({ code: 'message_too_long', field: 'message', network: 'facebook', text }) as const
    const detailOf = (...texts: string[]) => {
      const awaited = { ...problem('photo.jpg is not uploaded yet'), code: 'files_awaited' } as const
      const { reasons } = outlook({ problems: [...texts.map(problem), awaited] })
      expect(reasons.at(0)).toEqual({ code: 'files', risk: 'amber', until: at(5) })
      expect(reasons).toHaveLength(2)
      return reasonWords(reasons.at(1) ?? { code: 'failed' })
    }
    const rule = 'Breaks a rule of the network'
    expect(detailOf('Link is required', 'Link is required')).toBe(`${rule} (Link is required)`)
    expect(detailOf('A. Remove 2 of 32.', 'B', 'C')).toBe(`${rule} (A. Remove 2 of 32; B; C)`)
    expect(detailOf('A', 'B', 'C', 'D')).toBe(`${rule} (A; B; and 2 other problems)`)
  })

  it('does not count what no longer stops a post that is being sent', () => {
    const publication = { status: 'sending', dueAt: at(0), isDelayed: false, runAt: at(0) } as const
    const sending = { status: 'on_publishing', dueAt: at(0), publication } as const
    expect(outlook({ ...sending, account: null, heldBy: 'paused' }).risk).toBe('green')
    expect(outlook({ ...sending, publication: { ...publication, status: 'unknown' } }).reasons).toEqual([
      { code: 'delayed', risk: 'amber', until: at(0) },
    ])
  })
})
