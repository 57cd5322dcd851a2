import { expect, it } from 'vitest'
import { digestLetter } from './digest-letter.ts'
import type { DueRow } from './due-rows.ts'

const row = (part: Partial<DueRow>): DueRow => ({
  ...{
    id: 1,
    kind: 'revision_requested',
    post_id: 7,
    post_social_id: 8,
    social_network: 'facebook',
    post_text: 'Cold brew',
  },
  ...{ actor_name: 'Ada Dale', picture_key: null, role: 'content-creator' },
  ...part,
})
const letterOf = (rows: readonly DueRow[], link: string | null = null) =>
  digestLetter({
    ...{ publicUrl: 'https://galley.test', projectId: 3, projectName: 'Harbor', rows, link },
    ...{ deadlines: new Map(), onSilence: new Map(), timezone: 'Europe/Berlin' },
    ...{ sender: { name: 'Bluebird', logoKey: null }, stopUrl: 'https://galley.test/stop-mails?person=4' },
  })
const timesIn = (text: string, part: string) => text.split(part).length - 1

it('a mail about one thing says it once, in its title', () => {
  const { subject, text } = letterOf([row({})])
  expect(subject).toBe('Harbor: Ada Dale requested a revision')
  expect(timesIn(text, 'requested a revision')).toBe(1)
  expect(text).toContain('Cold brew')
  const account = letterOf([row({ kind: 'reconnecting', post_id: null, post_text: null, actor_name: null })])
  expect(timesIn(account.text, 'A social account needs to be reconnected')).toBe(1)
})

it('a mail about the same of all versions of a post says it once, and counts it once', () => {
  const approved = (id: number) => row({ id, post_social_id: id, kind: 'approved' })
  const { subject, text } = letterOf([approved(1), approved(2), approved(3)])
  expect(subject).toBe('Harbor: Ada Dale approved the post')
  expect(timesIn(text, 'approved the post')).toBe(1)
  const more = letterOf([approved(1), approved(2), row({ id: 3, post_id: 9, post_text: 'Music' })])
  expect(more.subject).toBe('2 updates for Harbor')
})

it('a mail about two things of a post says both under it', () => {
  const { text } = letterOf([row({}), row({ id: 2, kind: 'note' })])
  expect(text).toContain('Cold brew\nAda Dale requested a revision\nAda Dale wrote a note')
})

it('a mail leads to the settings and to stopping it by words, and spells the addresses out in its text', () => {
  const { text, html } = letterOf([row({})])
  expect(html).toContain('<a href="https://galley.test/stop-mails?person=4">Stop these mails</a>')
  expect(html).toContain('<a href="https://galley.test/3/settings/notifications">Choose what you are mailed')
  expect(text).toContain('Stop these mails:\nhttps://galley.test/stop-mails?person=4')
  expect(letterOf([row({})], 'https://galley.test/approve#s').html).not.toContain('settings/notifications')
})
