import { expect, it } from 'vitest'
import { wordsOf } from '#server/platform/words.ts'
import { digestMail } from './digest-mail.ts'
import type { DueRow } from './due-rows.ts'

const row = (part: Partial<DueRow>): DueRow => ({
  id: 1,
  kind: 'revision_requested',
  project_id: 3,
  project_name: 'Harbor',
  timezone: 'Europe/Berlin',
  post_id: 7,
  post_social_id: 8,
  social_network: 'facebook',
  post_text: 'Cold brew',
  actor_name: 'Ada Dale',
  message: null,
  reason: null,
  picture_key: null,
  role: 'content-creator',
  ...part,
})
const mailOf = (
  rows: readonly DueRow[],
  link: string | null = null,
  part: Partial<Parameters<typeof digestMail>[0]> = {},
) =>
  digestMail({
    publicUrl: 'https://galley.test',
    words: wordsOf('en'),
    rows,
    link,
    deadlines: new Map(),
    onSilence: new Map(),
    waitingFor: new Map(),
    sender: { name: 'Bluebird', logoKey: null },
    stopUrl: 'https://galley.test/stop-mails?person=4',
    ...part,
  })
const timesIn = (text: string, part: string) => text.split(part).length - 1

it('a mail about one thing says it once, in its title', () => {
  const { subject, text } = mailOf([row({})])
  expect(subject).toBe('Harbor: Ada Dale requested a revision')
  expect(timesIn(text, 'requested a revision')).toBe(1)
  expect(text).toContain('Cold brew')
  const account = mailOf([row({ kind: 'reconnecting', post_id: null, post_text: null, actor_name: null })])
  expect(timesIn(account.text, 'A social account needs to be reconnected')).toBe(1)
})

it('a mail about the same of all versions of a post says it once, and counts it once', () => {
  const approved = (id: number) => row({ id, post_social_id: id, kind: 'approved' })
  const { subject, text } = mailOf([approved(1), approved(2), approved(3)])
  expect(subject).toBe('Harbor: Ada Dale approved the post')
  expect(timesIn(text, 'approved the post')).toBe(1)
  const more = mailOf([approved(1), approved(2), row({ id: 3, post_id: 9, post_text: 'Music' })])
  expect(more.subject).toBe('2 updates for Harbor')
})

it('a comment with an approval stands once with its post, and as one line', () => {
  const approved = (id: number, post_id = 7) =>
    row({ id, post_id, post_social_id: id, kind: 'approved', message: 'Lovely,\nthank you!' })
  expect(mailOf([approved(1), approved(2)]).text).toContain('Cold brew\nAda Dale: “Lovely, thank you!”')
  const { text } = mailOf([approved(1), row({ id: 3, post_id: 9, post_text: 'Music', kind: 'approved' })])
  expect(text).toContain('Cold brew\nAda Dale approved the post\nAda Dale: “Lovely, thank you!”')
  expect(timesIn(text, 'Lovely')).toBe(1)
})

it('a mail about two things of a post says both under it', () => {
  const { text } = mailOf([row({}), row({ id: 2, kind: 'note' })])
  expect(text).toContain('Cold brew\nAda Dale requested a revision\nAda Dale wrote a note')
})

it('a mail about a post that was not approved in time says who is missing and what comes, and leads to reminding them', () => {
  const late = row({ kind: 'approval_late', actor_name: null })
  const waitingFor = new Map([[7, ['Waiting for Clara Client.']]])
  const stays = mailOf([late], null, { waitingFor, onSilence: new Map([[7, 'stays']]) })
  expect(stays.subject).toBe('A post for Harbor was not approved in time')
  expect(stays.text).toContain('Waiting for Clara Client.\nIf nobody decides, it will not go out.')
  expect(stays.text).toContain('Remind them:\nhttps://galley.test/3/manage-post/facebook?postId=7')
  const more = mailOf([late, row({ ...late, id: 2, post_id: 9 })])
  expect(more.subject).toBe('2 posts for Harbor were not approved in time')
  expect(more.text).toContain('Open Galley:')
  const ruled = mailOf([late], null, { waitingFor, onSilence: new Map([[7, 'goes_out']]) })
  expect(ruled.text).toContain('If nobody decides, it goes out as scheduled.')
  expect(ruled.text).toContain('Remind, or go on without them:\nhttps://galley.test/3/manage-post')
})

it('each post of a mail leads to its page, except for somebody who decides by link', () => {
  const requested = (id: number, role: 'internal-approver' | 'external-approver') =>
    row({ id, post_id: id, kind: 'sent_for_approval', role })
  const { html } = mailOf([requested(7, 'internal-approver'), requested(9, 'internal-approver')])
  for (const id of [7, 9])
    expect(html).toContain(`<a href="https://galley.test/3/approval/facebook?postId=${id}">Cold brew</a>`)
  expect(mailOf([requested(7, 'external-approver')], 'https://galley.test/approve#s').html).not.toContain(
    'postId',
  )
})

it('a mail that asks a client something leads to answering it, with the link to decide beside it', () => {
  const question = row({ kind: 'question', role: 'external-approver' })
  const { text, subject } = mailOf([question], 'https://galley.test/approve#s')
  expect(subject).toBe('Harbor: Ada Dale asked you a question')
  expect(text).toMatch(/^Open Galley:\nhttps:\/\/galley\.test\/3\/approval\/facebook\?postId=7$/m)
  expect(text).toContain('Decide without a password:\nhttps://galley.test/approve#s')
  expect(text).toContain('do not forward this mail')
})

it('a mail about several projects says so in its subject and puts each under its name', () => {
  const inProject = (id: number, project_name: string, part: Partial<DueRow> = {}) =>
    row({ id, post_id: id, post_social_id: id, project_id: id % 10, project_name, ...part })
  const rows = [inProject(13, 'Harbor'), inProject(14, 'Northwind'), inProject(23, 'Harbor')]
  const { subject, text } = mailOf(rows)
  expect(subject).toBe('3 updates for Harbor and Northwind')
  expect(timesIn(text, 'Harbor\n')).toBe(1)
  expect(text.lastIndexOf('Northwind')).toBeGreaterThan(text.lastIndexOf('postId=23'))
  expect(mailOf([...rows, inProject(15, 'Sunday')]).subject).toBe('4 updates for Harbor and 2 others')
})

it('a mail about several projects names those that ask for a decision, and the first deadline by its own clock', () => {
  const requested = (id: number, part: Partial<DueRow>) =>
    row({ id, post_id: id, post_social_id: id, kind: 'sent_for_approval', ...part })
  const rows = [
    row({}),
    requested(9, { project_id: 4, project_name: 'Northwind', timezone: 'UTC' }),
    requested(10, { project_id: 5, project_name: 'Sunday', timezone: 'America/New_York' }),
  ]
  const deadlines = new Map([
    [9, new Date('2026-06-05T12:00:00Z')],
    [10, new Date('2026-06-04T12:00:00Z')],
  ])
  const { subject, text } = mailOf(rows, null, { deadlines })
  expect(subject).toBe('Approve 2 posts for Sunday and Northwind by Thu 4 Jun, 8:00 AM')
  expect(text).toContain('Review and decide:\nhttps://galley.test/5/approval')
})

it('a mail leads to the settings and to stopping it by words, and spells the addresses out in its text', () => {
  const { text, html } = mailOf([row({})])
  expect(html).toContain('<a href="https://galley.test/stop-mails?person=4">Stop these mails</a>')
  expect(html).toContain('<a href="https://galley.test/3/settings/notifications">Choose which mails you get')
  expect(text).toContain('Stop these mails:\nhttps://galley.test/stop-mails?person=4')
  expect(mailOf([row({})], 'https://galley.test/approve#s').html).not.toContain('settings/notifications')
})
