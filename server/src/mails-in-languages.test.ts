import { describe, expect, it } from 'vitest'
import { type ClientLanguage, clientLanguages } from '#domain/kernel/languages/languages.ts'
import type { Words } from '#domain/kernel/languages/words.ts'
import { kindsOf } from '#domain/notifications/recipients.ts'
import { copiedLinkMail } from './features/approval-links/copied-link-mail.ts'
import { deviceCodeMail } from './features/approval-links/send-device-code.ts'
import { digestMail } from './features/notifications/digest-mail.ts'
import type { DueRow } from './features/notifications/due-rows.ts'
import { reportMail } from './features/reports/report-mail.ts'
import { addedMail, invitationMail, roleIn } from './features/team/mails.ts'
import type { RenderedMail } from './platform/mail/queue.ts'
import { wordsOf } from './platform/words.ts'

const sender = { name: '⟪Bluebird⟫', logoKey: null }
const publicUrl = 'https://galley.test'
const deadline = new Date('2026-06-04T15:00:00Z')
const row: DueRow = {
  id: 1,
  kind: 'sent_for_approval',
  project_id: 3,
  project_name: '⟪Harbor⟫',
  timezone: 'Europe/Berlin',
  post_id: 7,
  post_social_id: 8,
  social_network: 'facebook',
  post_text: '⟪Cold brew⟫',
  actor_name: '⟪Ada⟫',
  message: null,
  reason: null,
  picture_key: null,
  role: 'external-approver',
}
const posts = (count: number, part: Partial<DueRow> = {}): DueRow[] =>
  Array.from({ length: count }, (_, index) => ({
    ...row,
    id: index,
    post_id: index,
    post_social_id: index,
    ...part,
  }))
const digest = (
  words: Words,
  rows: readonly DueRow[],
  part: Partial<Parameters<typeof digestMail>[0]> = {},
) =>
  digestMail({
    publicUrl,
    words,
    sender,
    rows,
    link: 'https://galley.test/approve#secret',
    deadlines: new Map(),
    onSilence: new Map(),
    waitingFor: new Map(),
    stopUrl: 'https://galley.test/stop-mails',
    ...part,
  })
const byDeadline = (words: Words, rows: readonly DueRow[]) =>
  digest(words, rows, {
    deadlines: new Map(rows.map(one => [one.post_social_id ?? 0, deadline])),
    onSilence: new Map(rows.map(one => [one.post_id ?? 0, 'stays'])),
  })

/** Every mail that a client gets, and every form of it. */
const mailsIn = (words: Words): RenderedMail[] => {
  const to = { publicUrl, words, sender, name: '⟪Otto⟫', project: '⟪Harbor⟫', copiedBy: '⟪Ada⟫' }
  const team = { ...to, where: '⟪Harbor⟫', role: roleIn('external-approver', words) }
  const report = { ...to, sentBy: '⟪Ada⟫', period: '⟪May⟫', url: `${publicUrl}/report`, days: 90 }
  return [
    ...kindsOf('external-approver').flatMap(kind =>
      ['⟪Ada⟫', null].flatMap(actor_name => [
        digest(words, [{ ...row, kind: kind as DueRow['kind'], actor_name }]),
        digest(words, [
          { ...row, kind: kind as DueRow['kind'], actor_name, message: '⟪Now⟫' },
          { ...row, id: 2, kind: 'note' },
        ]),
      ]),
    ),
    ...[1, 2, 22].map(count => digest(words, posts(count))),
    ...[1, 2, 22].map(count => byDeadline(words, posts(count))),
    digest(words, posts(2, { kind: 'note', post_text: '' }), { link: null }),
    digest(words, [row], { onSilence: new Map([[7, 'goes_out']]), deadlines: new Map([[8, deadline]]) }),
    invitationMail({ ...team, email: 'otto@client.example', invitedBy: '⟪Ada⟫', token: 'secret', days: 14 }),
    addedMail({ ...team, addedBy: '⟪Ada⟫' }),
    deviceCodeMail({ ...to, code: '012345' }),
    copiedLinkMail(to),
    copiedLinkMail({ ...to, isQuestion: true }),
    reportMail(report),
    reportMail({ ...report, name: '' }),
  ]
}

/** Marks whatever comes from a catalogue. */
const marked: Words = { language: 'de', say: (text, values) => `⟦${wordsOf('en').say(text, values)}⟧` }

const withoutAddresses = (text: string): string => text.replace(/https?:\/\/\S+/g, '')

/** Without what is marked, however deep, names in the tests, addresses and Galley's own name. */
const unmarked = (text: string): string => {
  const less = text.replace(/⟦[^⟦⟧]*⟧/g, '').replace(/⟪[^⟪⟫]*⟫/g, '')
  return less === text ? withoutAddresses(text) : unmarked(less)
}
const seen = ({ html }: RenderedMail): string =>
  html
    .replace(/<(style|head)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    // The preheader, which is cut.
    .replace(/<div style="display:none[^>]*>[^<]*<\/div>/, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#?\w+;/g, '')

describe('A mail to a client', () => {
  it('has no words but those of a catalogue, in its subject, its text and its HTML', () => {
    for (const mail of mailsIn(marked))
      for (const part of [mail.subject, mail.text, seen(mail)]) expect(unmarked(part)).not.toMatch(/\p{L}/u)
  })

  it.each(clientLanguages.filter(language => language !== 'en'))(
    'says everything in %s, and tells mail programs so',
    language => {
      const english = mailsIn(wordsOf('en'))
      for (const [index, mail] of mailsIn(wordsOf(language)).entries()) {
        expect(mail.headers).toMatchObject({ 'Content-Language': language })
        expect(mail.html).toContain(`<html lang="${language}"`)
        expect(mail.subject).not.toBe(english[index]?.subject)
        expect(`${mail.subject} ${withoutAddresses(mail.text)}`).not.toMatch(
          /\b(approve|approval|Hello|waiting|without|button|works|sent by|decide by|added you)\b/i,
        )
        expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(/\{\w+[,}]|undefined/)
      }
    },
  )

  it('in English says and looks as it always did', () => {
    const { subject, text, html } = byDeadline(wordsOf('en'), posts(4))
    expect(subject).toBe('Approve 4 posts for ⟪Harbor⟫ by Thu 4 Jun, 5:00 PM')
    expect(text).toContain(
      'Decide by Thu 4 Jun, 5:00 PM (Europe - Berlin). If nobody decides, it will not go out.',
    )
    expect(html).toContain('<html lang="en"')
    expect(html).toContain('Sent by Galley for ⟪Bluebird⟫')
  })

  it.each([
    ['de', '2 Beiträge für ⟪Harbor⟫ bis Do., 4. Juni um 17:00 freigeben'],
    ['fr', '2 publications à approuver pour ⟪Harbor⟫ avant le jeu. 4 juin à 17:00'],
    ['es', '2 publicaciones de ⟪Harbor⟫ por aprobar antes del jue, 4 de junio, 17:00'],
    ['it', '2 post da approvare per ⟪Harbor⟫ entro gio 4 giugno alle ore 17:00'],
    ['nl', '2 posts voor ⟪Harbor⟫ goedkeuren vóór do 4 juni om 17:00'],
    ['pt', '2 publicações de ⟪Harbor⟫ por aprovar até quinta, 4 de junho às 17:00'],
    ['pl', '⟪Harbor⟫: 2 posty do zatwierdzenia (termin: czw., 4 czerwca 17:00)'],
  ] as const)('names the deadline as people write it in %s', (language, subject) => {
    expect(byDeadline(wordsOf(language), posts(2)).subject.replace(/\s/g, ' ')).toBe(subject)
  })

  it('counts as Polish does', () => {
    const subjectOf = (count: number) => digest(wordsOf('pl'), posts(count)).subject
    expect([1, 2, 5, 22].map(subjectOf)).toEqual([
      '⟪Harbor⟫: post do zatwierdzenia',
      '⟪Harbor⟫: 2 posty do zatwierdzenia',
      '⟪Harbor⟫: 5 postów do zatwierdzenia',
      '⟪Harbor⟫: 22 posty do zatwierdzenia',
    ])
  })

  it('counts what it leaves out, down to one', () => {
    const leftOut = (language: ClientLanguage, count: number) => digest(wordsOf(language), posts(count)).text
    expect(leftOut('en', 21)).toContain('These are the first 20 posts; 1 more is waiting in Galley.')
    expect(leftOut('en', 22)).toContain('These are the first 20 posts; 2 more are waiting in Galley.')
    expect(leftOut('de', 21)).toContain('Das sind die ersten 20 Beiträge; ein weiterer wartet in Galley.')
  })

  it('takes names with markup, right-to-left letters and ICU as they are', () => {
    const name = "נועה <b>{x}</b> '#'"
    for (const language of clientLanguages) {
      const mail = digest(wordsOf(language), [{ ...row, kind: 'note', actor_name: name }])
      expect(mail.subject).toContain(name)
      expect(mail.html).not.toContain('<b>{x}')
    }
  })
})
