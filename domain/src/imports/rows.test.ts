import { describe, expect, it } from 'vitest'
import { charactersRemovedText } from '#domain/kernel/removed-characters.ts'
import { checkRow, type ImportChoices, type ImportSetting, plainChoices } from './rows.ts'

const setting: ImportSetting = {
  ...plainChoices({
    id: 0,
    networks: 1,
    type: 2,
    message: 3,
    link: 4,
    media: 5,
    date: 6,
    time: 7,
    autoposting: 8,
  }),
  timezone: 'Europe/Berlin',
  connected: ['facebook', 'instagram', 'twitter'],
  campaigns: [{ id: 3, name: 'Summer Sale' }],
  accounts: new Map([['harbor coffee', 'instagram']]),
  now: new Date('2026-03-01T08:00:00Z'),
  leadMinutes: 240,
  findPicture: null,
}

type Written = { networks?: string; type?: string; message?: string; link?: string; media?: string }
const row = (
  { networks = 'facebook', type = '', message = 'Hello', link = '', media = '' }: Written,
  [date, time, autoposting] = ['2026-06-30', '10:00', ''],
  choices: Partial<ImportChoices> = {},
) =>
  checkRow(
    { cells: ['', networks, type, message, link, media, date ?? '', time ?? '', autoposting ?? ''] },
    { ...setting, ...choices },
  )

describe('A row of an import', () => {
  it('is a draft with its networks in the product’s order and its time', () => {
    expect(row({ networks: 'X; Facebook' })).toMatchObject({
      external_id: null,
      problems: [],
      notices: [],
      draft: {
        networks: ['facebook', 'twitter'],
        type: 'text',
        message: 'Hello',
        schedule: { date: '2026-06-30', time: '10:00', is_autoposting: true },
      },
    })
  })

  it('names a campaign of the project, in any case; of another one it says that it has none', () => {
    const mapping = { networks: 0, message: 1, campaign: 2 }
    const ofCampaign = (name: string) =>
      checkRow({ cells: ['facebook', 'Hello', name] }, { ...setting, ...plainChoices(mapping) })
    expect(ofCampaign(' summer SALE ')).toMatchObject({ notices: [], draft: { campaign: 'Summer Sale' } })
    expect(ofCampaign('')).toMatchObject({ notices: [], draft: { campaign: '' } })
    expect(ofCampaign('Winter')).toMatchObject({
      problems: [],
      notices: ['This project has no campaign "Winter": the post belongs to none.'],
      draft: { campaign: '' },
    })
    // One that was probably meant is named, and not taken without a word.
    expect(ofCampaign('Sumer Sale')).toMatchObject({
      notices: [expect.stringMatching(/Did you mean "Summer Sale"\?/)],
      draft: { campaign: '' },
    })
    expect(row({}).draft).not.toHaveProperty('campaign')
  })

  it('has the plainest type that its networks take if it names none', () => {
    expect(row({}).draft.type).toBe('text')
    expect(row({ networks: 'instagram' }).draft.type).toBe('single_photo')
    expect(row({ link: 'https://example.com/' }).draft.type).toBe('link')
    expect(row({ type: 'Single photo' }).draft.type).toBe('single_photo')
  })

  it.each<[string, Written, string]>([
    ['an unknown network', { networks: 'myspace' }, '"myspace" is not a network'],
    ['no network', { networks: '' }, 'Name at least one network, or choose'],
    ['a network that is not connected', { networks: 'linkedin' }, 'LinkedIn is not connected'],
    ['an unknown type', { type: 'hologram' }, '"hologram" is not a post type'],
    [
      'a type that its network does not take',
      { networks: 'instagram', type: 'text' },
      "doesn't take the type Text",
    ],
    ['a text that is too long', { networks: 'twitter', message: 'x'.repeat(281) }, 'less than 280'],
    ['an address that is none', { type: 'link', link: 'example' }, 'Please enter a valid url adress'],
    ['a picture without an address', { media: 'photo.jpg' }, '"photo.jpg" is not the address of a picture'],
    ['no content', { message: '' }, 'The post is empty'],
  ])('with %s has a problem', (_name, written, problem) => {
    expect(row(written).problems.join(' ')).toContain(problem)
  })

  it.each<[string, [string, string, string], string]>([
    ['a date that does not exist', ['30.2.2026', '10:00', ''], 'The day "30.2.2026" does not exist.'],
    ['a time that does not exist', ['2026-06-30', '25:00', ''], 'The time "25:00"'],
    ['a time without a date', ['', '10:00', ''], 'a time without a date'],
    ['a time that is past', ['2026-02-28', '10:00', ''], 'is in the past'],
    ['a time within the lead time', ['2026-03-01', '12:59', ''], 'at least 4 hours'],
    ['an unclear autoposting', ['2026-06-30', '10:00', 'maybe'], 'write yes or no'],
  ])('with %s has a problem', (_name, when, problem) => {
    expect(row({}, when).problems.join(' ')).toContain(problem)
  })

  it('may be exactly the lead time away, in the zone of the project', () => {
    expect(row({}, ['2026-03-01', '13:00', '']).problems).toEqual([])
  })

  it('says which time it gets instead of one that the clocks skip', () => {
    const { problems, notices } = row({}, ['2026-03-29', '02:30', ''])
    expect(problems).toEqual([])
    expect(notices.join()).toContain(
      '2:30 AM does not exist on 29 Mar: the clocks go forward. It goes out at 3:00 AM.',
    )
  })

  it.each([
    ['Facebook Page', 'facebook'],
    ['FB', 'facebook'],
    ['IG', 'instagram'],
    ['X / Twitter', 'twitter'],
    ['Twitter (X)', 'twitter'],
    ['LinkedIn Company Page', 'linkedin'],
  ])('knows the profile "%s"', (networks, network) => {
    expect(row({ networks }).draft.networks).toEqual([network])
  })

  it.each([
    ['fb / ig', ['facebook', 'instagram']],
    ['Facebook & Instagram', ['facebook', 'instagram']],
    ['Harbor on Facebook', ['facebook']],
    ['@Harbor Coffee', ['instagram']],
  ])('knows what "%s" means', (networks, found) => {
    expect(row({ networks })).toMatchObject({ problems: [], draft: { networks: found } })
  })

  it('has the networks that are chosen for all rows if it names none', () => {
    const choices = { networks: ['facebook', 'twitter'] as const }
    expect(row({ networks: '' }, undefined, choices)).toMatchObject({
      problems: [],
      notices: ['No network is named: it is for Facebook, Twitter.'],
      draft: { networks: choices.networks },
    })
    expect(row({ networks: 'ig' }, undefined, choices).draft.networks).toEqual(['instagram'])
  })

  it('takes a profile for what it is said to be, or leaves it out and says so', () => {
    const profiles = [
      { name: 'Harbor HQ', target: 'facebook' },
      { name: 'TikTok', target: 'none' },
      { name: 'Old page', target: null },
    ] as const
    expect(row({ networks: 'harbor hq, tiktok' }, undefined, { profiles })).toMatchObject({
      problems: [],
      notices: ['"tiktok" is left out.'],
      draft: { networks: ['facebook'] },
    })
    expect(row({ networks: 'TikTok' }, undefined, { profiles }).problems).toEqual([
      'All its networks are left out.',
    ])
    expect(row({ networks: 'Old page' }, undefined, { profiles }).problems.join()).toContain(
      'or choose what it is',
    )
  })

  it.each([
    ['29-Dec', '2025-12-29', 'is in the past'],
    ['5 Jan', '2026-01-05', 'is in the past'],
    ['29-Aug', '2026-08-29', ''],
    ['12.3.', '2026-03-12', ''],
    ['30/8', '2026-08-30', ''],
    ['8/30', '2026-08-30', ''],
  ])('without a year has the one in which %s is nearest, and says so', (date, nearest, problem) => {
    const { problems, notices, draft } = row({}, [date, '10:00', ''])
    expect(draft.schedule?.date).toBe(nearest)
    expect(notices).toContain(`No year is given: "${date}" is read as ${nearest}.`)
    expect(problems.join()).toContain(problem)
  })

  it('has the year that is chosen, and asks for one where none is near', () => {
    const when: [string, string, string] = ['29-Dec', '10:00', '']
    expect(row({}, when, { year: 2027 })).toMatchObject({
      notices: [],
      draft: { schedule: { date: '2027-12-29' } },
    })
    expect(row({}, ['29 Feb', '10:00', '']).problems).toEqual([
      'The date "29 Feb" has no year. Choose the year of such dates, or write it as 2026-06-30.',
    ])
    expect(row({}, ['29 Feb', '10:00', ''], { year: 2027 }).problems).toEqual([
      'The day "29 Feb 2027" does not exist.',
    ])
  })

  it('has an instant in the zone of the project, and says so', () => {
    const { problems, notices, draft } = row({}, ['2026-12-29T09:05:00-05:00', '', ''])
    expect(problems).toEqual([])
    expect(draft.schedule).toMatchObject({ date: '2026-12-29', time: '15:05' })
    expect(notices).toEqual(['2026-12-29T09:05:00-05:00 is 2026-12-29 15:05 in Europe/Berlin.'])
  })

  it('begins the next day at 24:00', () => {
    expect(row({}, ['2026-12-31', '24:00', '']).draft.schedule).toMatchObject({
      date: '2027-01-01',
      time: '00:00',
    })
  })

  it('with a date that can only be read in the other order has that day, and says so', () => {
    expect(row({}, ['12/29/2026', '10:00', ''])).toMatchObject({
      problems: [],
      notices: [
        '"12/29/2026" has the month first, unlike the order that is chosen: it is read as 2026-12-29.',
      ],
      draft: { schedule: { date: '2026-12-29' } },
    })
  })

  it('of a workbook that counts its days from 1904 has the day that it means', () => {
    const sheet = { ...setting, isFrom1904: true }
    const cells = ['', 'facebook', '', 'Hello', '', '', '44741.4375', '', '']
    expect(checkRow({ cells }, sheet).draft.schedule).toMatchObject({ date: '2026-06-30', time: '10:30' })
    expect(checkRow({ cells }, setting).draft.schedule?.date).toBe('2022-06-29')
  })

  it('says that it lost control characters, and keeps the line breaks of other programs', () => {
    const { notices, draft } = row({ message: 'Fresh\vbread\u0007' })
    expect(draft.message).toBe('Fresh\nbread')
    expect(notices).toEqual([charactersRemovedText])
    expect(row({ message: 'Fresh\vbread' }).notices).toEqual([])
  })

  it('without a date is a draft without a schedule', () => {
    expect(row({}, ['', '', '']).draft.schedule).toBeNull()
  })

  it('keeps a formula as the text that it is, and takes away the mark that an export has put before it', () => {
    expect(row({ message: '=1+1' }).draft.message).toBe('=1+1')
    expect(row({ message: "'=1+1" }).draft.message).toBe('=1+1')
    expect(row({ message: "'tis the season" }).draft.message).toBe("'tis the season")
  })
})
