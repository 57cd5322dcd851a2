import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ClientLanguage, clientLanguages } from '#domain/kernel/languages/languages.ts'
import type { Words } from '#domain/kernel/languages/words.ts'
import * as accounts from './features/accounts/mails.ts'
import * as copiedLink from './features/approval-links/copied-link-mail.ts'
import * as deviceCode from './features/approval-links/send-device-code.ts'
import * as backups from './features/backups/backup-mails.ts'
import * as endNotices from './features/billing/reminders/end-notices.ts'
import * as receipt from './features/billing/reminders/mail-receipt.ts'
import * as payment from './features/billing/reminders/payment-mail.ts'
import * as trial from './features/billing/reminders/trial-mail.ts'
import * as gone from './features/billing/subscription/gone-subscription.ts'
import * as board from './features/board/board-digest-mail.ts'
import type { MadeBoard } from './features/board/board-rows.ts'
import * as chat from './features/chat/switch-off.ts'
import * as handOver from './features/hand-overs/mails.ts'
import * as digest from './features/notifications/digest-mail.ts'
import type { DueRow } from './features/notifications/due-rows.ts'
import * as report from './features/reports/report-mail.ts'
import * as draft from './features/reports/schedule/draft-mail.ts'
import * as team from './features/team/mails.ts'
import type { RenderedMail } from './platform/mail/queue.ts'
import { wordsOf } from './platform/words.ts'

const ad = 'pay 1.99 https://evil.example'
const now = new Date('2026-06-01T08:00:00Z')
const sender = { name: ad, logoKey: null }
const to = { publicUrl: 'https://galley.test', email: 'otto@example.com', name: ad, sender, token: 'secret' }
const invited = { ...to, where: ad, role: 'Approver', days: 7, invitedBy: ad, addedBy: ad }
const link = { ...to, project: ad, copiedBy: ad, code: '123456' }
// Names at Google and Apple; the address there is the person's own.
const identity = { ...to, provider: 'Google', identity: 'otto@example.com' }
const bill = {
  ...to,
  agency: ad,
  isReadOnly: false,
  isEnded: false,
  days: 3,
  readOnlyAt: now,
  stopsAt: now,
  confirmUrl: null,
}
const ofReport = {
  ...to,
  project: ad,
  sentBy: ad,
  period: 'May',
  month: 'May',
  url: 'https://galley.test/report',
  days: 7,
  projectId: 1,
  reportId: 2,
  isForAdmins: true,
}
const endangered: MadeBoard = {
  clients: [{ id: 3, name: ad, agency_name: ad, logo: null, timezone: 'UTC', role: 'content-creator' }],
  labels: [ad],
  rows: [
    {
      post_social_id: 8,
      post_id: 7,
      project_id: 3,
      social_network: 'facebook',
      status: 'draft',
      datetime: now.toISOString(),
      text: 'Cold brew',
      risk: 'amber',
      reasons: [{ code: 'not_sent', risk: 'amber', until: null }],
      acts: [{ id: 4, name: ad }],
      since: null,
      failure_reason: null,
      labels: [ad],
    },
  ],
  isCut: false,
}
const row: DueRow = {
  id: 1,
  kind: 'overdue',
  project_id: 3,
  project_name: ad,
  timezone: 'Europe/Berlin',
  post_id: 7,
  post_social_id: 8,
  social_network: 'facebook',
  post_text: 'Cold brew',
  actor_name: ad,
  message: null,
  reason: null,
  picture_key: null,
  role: 'content-creator',
}
const digestIn = (language: ClientLanguage, ...rows: DueRow[]) =>
  digest.digestMail({
    words: wordsOf(language),
    publicUrl: to.publicUrl,
    sender,
    rows,
    link: null,
    deadlines: new Map(),
    onSilence: new Map(),
    waitingFor: new Map([[7, [`It waits for ${ad}.`]]]),
    stopUrl: 'https://galley.test/stop-mails',
  })

const digestOf = (...rows: DueRow[]) => digestIn('en', ...rows)
/** A client's mail in each language. */
const inEach = (build: (words: Words) => RenderedMail) =>
  clientLanguages.map(language => build(wordsOf(language)))

type Builders = { readonly module: object; readonly mails: Record<string, () => readonly RenderedMail[]> }

/** Every builder of mails, by the file that has it, with an advertisement for each name that somebody else chose. */
const builders: Record<string, Builders> = {
  'accounts/mails.ts': {
    module: accounts,
    mails: {
      confirmMail: () => [accounts.confirmMail(to)],
      takenAddressMail: () => [accounts.takenAddressMail(to)],
      resetMail: () => [accounts.resetMail(to)],
      signInCodeMail: () => [accounts.signInCodeMail({ ...to, code: 'BCDF-GHJK' })],
      passwordChangedMail: () => [accounts.passwordChangedMail(to)],
      passwordSetMail: () => [accounts.passwordSetMail(to)],
      identityLinkedMail: () => [accounts.identityLinkedMail(identity)],
      identityUnlinkedMail: () => [accounts.identityUnlinkedMail(identity)],
      secondFactorMail: () =>
        (['on', 'off', 'renewed', 'used'] as const).map(change =>
          accounts.secondFactorMail({ ...to, change }),
        ),
    },
  },
  'approval-links/copied-link-mail.ts': {
    module: copiedLink,
    mails: { copiedLinkMail: () => inEach(words => copiedLink.copiedLinkMail({ ...link, words })) },
  },
  'approval-links/send-device-code.ts': {
    module: deviceCode,
    mails: { deviceCodeMail: () => inEach(words => deviceCode.deviceCodeMail({ ...link, words })) },
  },
  'backups/backup-mails.ts': {
    module: backups,
    mails: {
      lateBackupMail: () => [
        backups.lateBackupMail({ ...to, target: '/mnt', lastGoodAt: now, problem: 'its disk is full.' }),
        backups.lateBackupMail({ ...to, target: '/mnt', lastGoodAt: null, problem: null }),
      ],
      incompleteBackupMail: () => [
        backups.incompleteBackupMail({ ...to, target: '/mnt', files: 1 }),
        backups.incompleteBackupMail({ ...to, target: '/mnt', files: 2 }),
      ],
    },
  },
  'billing/reminders/end-notices.ts': {
    module: endNotices,
    mails: {
      cancelledMail: () => [
        endNotices.cancelledMail({ ...to, agency: ad, endsAt: now, isTrial: true }),
        endNotices.cancelledMail({ ...to, agency: ad, endsAt: now, isTrial: false }),
      ],
      subscriptionEndedMail: () => [endNotices.subscriptionEndedMail({ ...to, agency: ad, endsAt: now })],
    },
  },
  'billing/reminders/mail-receipt.ts': {
    module: receipt,
    mails: {
      receiptMail: () =>
        [ad, null].map(name =>
          receipt.receiptMail({
            ...to,
            name,
            agency: ad,
            amount: 'US$ 64.00',
            paidAt: now,
            invoice: 'Invoice GAL-7',
            file: { name: 'invoice-GAL-7.pdf', contentType: 'application/pdf', base64: '' },
          }),
        ),
    },
  },
  'billing/reminders/payment-mail.ts': {
    module: payment,
    mails: {
      paymentMail: () => [
        payment.paymentMail(bill),
        payment.paymentMail({ ...bill, isReadOnly: true }),
        payment.paymentMail({ ...bill, isEnded: true }),
        payment.paymentMail({ ...bill, confirmUrl: 'https://gateway.test/confirm' }),
      ],
    },
  },
  'billing/reminders/trial-mail.ts': {
    module: trial,
    mails: {
      trialMail: () => [
        trial.trialMail({ ...to, agency: ad, endsAt: now, days: 3, cents: 2900, users: 1, accounts: 1 }),
      ],
    },
  },
  'billing/subscription/gone-subscription.ts': {
    module: gone,
    mails: { subscriptionLostMail: () => [gone.subscriptionLostMail({ ...to, agency: ad, paidUntil: now })] },
  },
  'board/board-digest-mail.ts': {
    module: board,
    mails: {
      boardDigestMail: () =>
        [board.boardDigestMail(endangered, { ...to, timezone: 'UTC' })].flatMap(mail => mail ?? []),
    },
  },
  'chat/switch-off.ts': {
    module: chat,
    mails: {
      channelOffMail: () => [
        chat.channelOffMail({
          ...to,
          channel: { name: ad, service: 'slack' },
          why: 'It answers 410.',
          url: to.publicUrl,
        }),
      ],
    },
  },
  'hand-overs/mails.ts': {
    module: handOver,
    mails: {
      offerMail: () => [handOver.offerMail({ ...to, project: ad, agency: ad, offeredBy: ad, days: 14 })],
      expiredMail: () => [ad, null].map(offeredBy => handOver.expiredMail({ ...to, project: ad, offeredBy })),
      answerMail: () =>
        [ad, null].map(agency => handOver.answerMail({ ...to, project: ad, answeredBy: ad, agency })),
    },
  },
  'notifications/digest-mail.ts': {
    module: digest,
    mails: {
      digestMail: () => [
        digestOf(row),
        digestOf({ ...row, kind: 'revision_requested' }),
        ...clientLanguages.map(language =>
          digestIn(language, {
            ...row,
            kind: 'approval_reminder',
            role: 'external-approver',
            message: 'Now',
          }),
        ),
        digestOf({ ...row, kind: 'approval_late' }),
        digestOf(row, { ...row, id: 2, project_id: 4, post_id: 9, kind: 'note' }),
      ],
    },
  },
  'reports/report-mail.ts': {
    module: report,
    mails: { reportMail: () => inEach(words => report.reportMail({ ...ofReport, words })) },
  },
  'reports/schedule/draft-mail.ts': {
    module: draft,
    mails: { draftMail: () => [draft.draftMail(ofReport)] },
  },
  'team/mails.ts': {
    module: team,
    mails: {
      invitationMail: () => inEach(words => team.invitationMail({ ...invited, words })),
      addedMail: () => inEach(words => team.addedMail({ ...invited, words })),
    },
  },
}

describe('Names that somebody else chose', () => {
  const each = Object.values(builders).flatMap(({ mails }) => Object.entries(mails))
  it.each(each)('can be neither pressed nor dialled in %s', (_name, build) => {
    for (const { subject, text, html } of build())
      for (const part of [subject, text, html]) expect(part).not.toMatch(/evil\.example|:\/\/evil/)
  })

  it('are looked at in every file and function that makes a mail', () => {
    const folder = path.join(import.meta.dirname, 'features')
    const files = globSync('**/*.ts', { cwd: folder })
      .filter(file => !file.endsWith('.test.ts'))
      .filter(file => readFileSync(path.join(folder, file), 'utf8').includes('renderMail('))
    expect(files.sort()).toEqual(Object.keys(builders).sort())
    for (const { module, mails } of Object.values(builders)) {
      const made = Object.keys(module).filter(name => name.endsWith('Mail') && !name.startsWith('mail'))
      expect(made.sort()).toEqual(Object.keys(mails).sort())
    }
  })
})
