import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Actor } from '#domain/permissions/can.ts'
import type { Content } from '#domain/posts/content.ts'
import { contentOf } from '#domain/posts/problems.ts'
import {
  changesCard,
  introducedTextProblems,
  isApprovedByProposal,
  type PresentFacts,
  type ProposalFacts,
  proposalOutcome,
  withWords,
} from './text-proposals.ts'

const CLIENT: Actor = { role: 'external-approver' }
const proposal: ProposalFacts = {
  proposed_by: 7,
  round: 2,
  digests: { 1: 'words', 2: 'beside' },
  account_id: 4,
  approved_at: null,
}
const round = { type: 'external', round: 2, approvers: [] } as const
const present: PresentFacts = {
  round,
  carrier: 1,
  digests: new Map([
    [1, 'words'],
    [2, 'beside'],
  ]),
  account_id: 4,
  proposer: CLIENT,
}
const other = { userId: 8, isChosen: true, contentDigest: null }

describe('Words that were taken', () => {
  it('are approved by their author where all is as they proposed it', () => {
    expect(isApprovedByProposal(proposal, present)).toBe(true)
  })

  test.each<[string, Partial<PresentFacts>, Partial<ProposalFacts>]>([
    ['other words were written', { digests: new Map([[1, 'others']]) }, {}],
    [
      'another network that the approval covers was changed',
      {
        digests: new Map([
          [1, 'words'],
          [2, 'new'],
        ]),
      },
      {},
    ],
    [
      'the approval covers a network that was not on the screen',
      {
        digests: new Map([
          [1, 'words'],
          [3, 'x'],
        ]),
      },
      {},
    ],
    ['the version itself is not known', { digests: new Map([[2, 'beside']]) }, {}],
    ['no round is open', { round: null }, {}],
    ['the round is the team’s', { round: { ...round, type: 'internal' } }, {}],
    ['the post was sent again', { round: { ...round, round: 3 } }, {}],
    ['another account is connected', { account_id: 5 }, {}],
    ['no account is connected any more', { account_id: null }, {}],
    ['its author has left', { proposer: null }, {}],
    ['its author has another role', { proposer: { role: 'internal-approver' } }, {}],
    ['its author is an admin by now, who would decide for all', { proposer: { role: 'agency-admin' } }, {}],
    ['others were chosen to decide', { round: { ...round, approvers: [other] } }, {}],
    [
      'its author has approved it already',
      { round: { ...round, approvers: [{ userId: 7, isChosen: true, contentDigest: 'words' }] } },
      {},
    ],
    ['it has counted already', {}, { approved_at: new Date('2026-06-01T10:00:00Z') }],
  ])('are not approved when %s', (_name, facts, of) => {
    expect(isApprovedByProposal({ ...proposal, ...of }, { ...present, ...facts })).toBe(false)
  })
})

describe('Before the click', () => {
  const rounds = (internal: 'approved' | 'open') => ({
    status: 'pending_external_approval' as const,
    approvals: [
      { type: 'internal' as const, status: internal },
      { type: 'external' as const, status: 'open' as const },
    ],
  })
  test.each<[string, Actor, 'approved' | 'open', boolean, string]>([
    ['an admin', { role: 'agency-admin' }, 'approved', true, 'approved'],
    [
      'a creator, whose edit the team approves first',
      { role: 'content-creator' },
      'approved',
      true,
      'asks_team',
    ],
    ['an admin while the team decides', { role: 'agency-admin' }, 'open', true, 'asks_team'],
    ['an admin, of what has changed', { role: 'agency-admin' }, 'approved', false, 'asks_client'],
  ])('%s is told what taking leads to', (_name, taker, internal, isApproved, outcome) => {
    expect(proposalOutcome(taker, rounds(internal), isApproved)).toBe(outcome)
  })
})

describe('Proposed words', () => {
  const version = {
    social_network: 'twitter' as const,
    type: 'text' as const,
    message: 'Short',
    first_comment: '',
    extra_fields: {},
    attachments: [],
    awaited_files: [],
    follows_shared: false,
  }

  it('are told what they bring in, and not what the version has already', () => {
    const told = (words: string) => introducedTextProblems(contentOf(version), words).map(({ text }) => text)
    expect(told('x'.repeat(300))).toEqual(['Message length should be less than 280 characters.'])
    expect(told('')).toEqual(['Message is required'])
    const long = contentOf({ ...version, message: 'y'.repeat(290), awaited_files: ['one.jpg'] })
    expect(introducedTextProblems(long, 'x'.repeat(300))).toEqual([])
  })

  const content: Content = {
    social_network: 'linkedin',
    type: 'link',
    first_comment: 'With @bob',
    linked_page: null,
    message: 'Read https://example.com/a with @ann and @bob',
    extra_fields: {
      mentions: [
        { id: '1', mention: '@ann' },
        { id: '2', mention: '@bob' },
      ],
    },
    attachments: [],
  }

  it('keep the mentions that are still named', () => {
    const said = withWords(content, 'Read it')
    expect(said.message).toBe('Read it')
    expect(said.extra_fields.mentions).toEqual([{ id: '2', mention: '@bob' }])
  })

  it('make another card where they name another link, on networks that show it', () => {
    expect(changesCard(content, 'Look: https://example.com/a')).toBe(false)
    expect(changesCard(content, 'Look: https://example.com/b')).toBe(true)
    expect(changesCard({ ...content, type: 'text' }, 'Look: https://example.com/b')).toBe(false)
    expect(changesCard({ ...content, social_network: 'facebook' }, 'https://example.com/b')).toBe(false)
  })
})

type Rule = typeof isApprovedByProposal
type Who = 0 | 1
/** Those that lead far are more frequent. */
const events = [
  ...(['propose', 'propose', 'propose', 'take', 'take', 'takeAsCreator', 'teamApproves', 'approve'] as const),
  ...(['undo', 'undo', 'editText', 'editBeside', 'connectOther', 'loseRight', 'regainRight'] as const),
  ...(['regainRight', 'sendAgain', 'requestRevision'] as const),
]
const steps = fc.array(
  fc.record({ event: fc.constantFrom(...events), who: fc.constantFrom<Who>(0, 1), text: fc.nat(1) }),
  { minLength: 4, maxLength: 30 },
)
type Step = { readonly event: (typeof events)[number]; readonly who: Who; readonly text: number }
type Kept = ProposalFacts & {
  readonly proposed_by: Who
  readonly words: string
  isTaken: boolean
  approved_at: Date | null
}

/** A version with a network beside it, two clients and what they have agreed to, which is kept without regard to the rule. */
class Approval {
  private readonly rule: Rule
  private now = { text: 'text 0', beside: 0, account: 1, sending: 1 }
  private readonly may: [boolean, boolean] = [true, true]
  private open: 'internal' | 'external' | null = 'external'
  private isSentBack = false
  private approvedBy: Who | null = null
  private proposals: Kept[] = []
  private agreed: { who: Who; to: string }[] = []
  /** Approvals that nobody had given. */
  readonly wrong: string[] = []

  constructor(rule: Rule) {
    this.rule = rule
  }

  step({ event, who, text }: Step): void {
    this[event](who, text)
  }

  private saying(text = this.now.text): string {
    return JSON.stringify({ ...this.now, text })
  }

  private agree(who: Who, to: string): void {
    this.agreed = [...this.agreed.filter(one => one.who !== who), { who, to }]
    this.proposals = this.proposals.filter(one => one.proposed_by !== who || one.approved_at !== null)
  }

  private propose(who: Who, text: number): void {
    if (this.open !== 'external' || !this.may[who]) return
    const words = `text ${text}`
    const { sending, account, beside } = this.now
    this.agree(who, this.saying(words))
    const digests = { 1: words, 2: String(beside) }
    const facts = { proposed_by: who, round: sending, digests, account_id: account, approved_at: null }
    this.proposals.push({ ...facts, words, isTaken: false })
  }

  private take(who: Who): void {
    const proposal = this.proposals.find(one => one.proposed_by === who && !one.isTaken)
    if (!proposal) return
    proposal.isTaken = true
    this.edit({ text: proposal.words })
    this.count()
  }

  private takeAsCreator(who: Who): void {
    if (!this.proposals.some(one => one.proposed_by === who && !one.isTaken)) return
    if (this.open === 'external') this.open = 'internal'
    this.take(who)
  }

  private teamApproves(): void {
    if (this.open !== 'internal') return
    this.open = 'external'
    this.count()
  }

  private approve(who: Who): void {
    if (this.open !== 'external' || !this.may[who]) return
    this.agree(who, this.saying())
    this.close(who)
  }

  private undo(who: Who): void {
    if (this.approvedBy !== who) return
    this.agreed = this.agreed.filter(one => one.who !== who)
    this.approvedBy = null
    this.open = 'external'
  }

  private editText(_: Who, text: number): void {
    this.edit({ text: `text ${text}` })
  }

  private editBeside(_: Who, text: number): void {
    this.edit({ beside: text })
  }

  private edit(change: { text?: string; beside?: number }): void {
    Object.assign(this.now, change)
    this.approvedBy = null
    if (this.open === null && !this.isSentBack) this.open = 'external'
  }

  private connectOther(_: Who, text: number): void {
    this.now.account = text
  }

  private loseRight(who: Who): void {
    this.may[who] = false
  }

  private regainRight(who: Who): void {
    this.may[who] = true
  }

  private sendAgain(): void {
    this.now.sending += 1
    Object.assign(this, { open: 'external', isSentBack: false, approvedBy: null })
  }

  private requestRevision(): void {
    if (this.open !== 'external') return
    Object.assign(this, { open: null, isSentBack: true })
  }

  private count(): void {
    for (const proposal of this.proposals.filter(({ isTaken }) => isTaken)) {
      if (this.open === null || !this.rule(proposal, this.present(proposal.proposed_by))) continue
      proposal.approved_at = new Date('2026-06-01T10:00:00Z')
      this.close(proposal.proposed_by)
    }
  }

  private present(who: Who): PresentFacts {
    const digests = new Map([
      [1, this.now.text],
      [2, String(this.now.beside)],
    ])
    const open = this.open && { type: this.open, round: this.now.sending, approvers: [] }
    const { account } = this.now
    return { round: open, carrier: 1, digests, account_id: account, proposer: this.may[who] ? CLIENT : null }
  }

  private close(who: Who): void {
    const isGiven = this.may[who] && this.agreed.some(one => one.who === who && one.to === this.saying())
    if (!isGiven || this.open !== 'external') this.wrong.push(`${who} never agreed to ${this.saying()}`)
    this.approvedBy = who
    this.open = null
  }
}

const nothingUnseen = (rule: Rule) =>
  fc.property(steps, sequence => {
    const approval = new Approval(rule)
    for (const step of sequence) approval.step(step)
    expect(approval.wrong).toEqual([])
  })

/** What the rule would be without one of its conditions. */
const mutants: readonly (readonly [string, Rule])[] = [
  ['the words', (p, now) => isApprovedByProposal({ ...p, digests: Object.fromEntries(now.digests) }, now)],
  [
    'the networks beside it',
    (p, now) => isApprovedByProposal(p, { ...now, digests: new Map([[1, now.digests.get(1) ?? '']]) }),
  ],
  ['the sending', (p, now) => isApprovedByProposal({ ...p, round: now.round?.round ?? 0 }, now)],
  [
    'whose round it is',
    (p, now) => isApprovedByProposal(p, { ...now, round: now.round && { ...now.round, type: 'external' } }),
  ],
  ['the account', (p, now) => isApprovedByProposal({ ...p, account_id: now.account_id }, now)],
  ['the right of its author', (p, now) => isApprovedByProposal(p, { ...now, proposer: CLIENT })],
  ['that it counts once', (p, now) => isApprovedByProposal({ ...p, approved_at: null }, now)],
]

describe('Whatever happens in whatever order', () => {
  it('nothing counts as approved that its client has not agreed to in that very form', () => {
    fc.assert(nothingUnseen(isApprovedByProposal), { numRuns: 5000 })
  })

  test.each(mutants)('it would, if the rule did not regard %s', (_name, mutant) => {
    expect(fc.check(nothingUnseen(mutant), { seed: 1, numRuns: 20_000 }).failed).toBe(true)
  })
})
