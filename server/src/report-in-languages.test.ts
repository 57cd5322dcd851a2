import { describe, expect, it } from 'vitest'
import { type ClientLanguage, clientLanguages } from '#domain/kernel/languages/languages.ts'
import type { Words } from '#domain/kernel/languages/words.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { reportFigures, suggestionsOf } from '#domain/reports/figures.ts'
import { type ReportLanguage, voiceOf } from '#domain/reports/languages.ts'
import type { ReportContent } from '#domain/reports/model.ts'
import { notOutReasons } from '#domain/reports/not-out.ts'
import { reportColumns, wordsIn } from '#domain/reports/words.ts'
import { readPdf } from '#testing/files/pdf.ts'
import { drawReport } from './features/reports/pdf/draw-report.ts'
import { wordsOf } from './platform/words.ts'

const figure = (label: string, index: number) => ({
  label,
  value: 12_345 + index,
  previous: 11_111,
  change: 11.11,
  trailing: index === 0 ? null : 20_000,
  daily: [1, 2, null, 4],
})
const version = (id: number, message: string) => ({
  post_id: id,
  post_social_id: id,
  social_network: 'facebook' as const,
  message,
})
const published = (id: number, message: string, rank: 'best' | 'worst' | null) => ({
  ...version(id, message),
  published_at: '2026-05-04T10:00:00.000Z',
  permalink: `https://example.com/${id}`,
  reach: 1_234,
  impressions: 2_345,
  likes: 12,
  comments: 3,
  shares: 1,
  clicks: 2,
  rank,
})
const side = {
  decisions: 1_234,
  median_minutes: 40,
  p90_minutes: 9_000,
  rounds_per_post: 1.5,
  late: 2,
  overdue: 0,
}
const summed = { total: 12_345, per_post: 1_234.5 }
const sums = { posts: 3, reach: summed, impressions: summed, engagement: summed, clicks: summed }
const planned = { scheduled_at: '2026-05-04T10:00:00.000Z' }

/** A report with all that one can say. What people wrote stands in angles. */
const content: ReportContent = {
  agency_name: '‹Bluebird›',
  project_name: '‹Harbor›',
  timezone: 'Europe/Berlin',
  networks: socialNetworks.map(network => ({
    social_network: network,
    figures: network === 'twitter' ? [] : reportFigures[network].map(([, label], at) => figure(label, at)),
  })),
  suggestions: [],
  posts: [published(1, '‹Menu 🌞›', 'best'), published(2, '', 'worst'), published(3, '‹Tea›', null)],
  campaigns: [
    { name: '‹Launch›', ...sums },
    { name: null, ...sums },
  ],
  approvals: {
    client: side,
    agency: { ...side, median_minutes: 300 },
    not_out: notOutReasons.map((reason, id) => ({
      ...version(id, id === 0 ? '' : '‹Late›'),
      ...planned,
      reason,
    })),
    coming: [{ ...version(9, '‹Next›'), ...planned }],
  },
}

const printed = async (language: ClientLanguage, words?: Words, sent_at: string | null = null) => {
  const tag: ReportLanguage = language === 'en' ? 'en-GB' : language
  const report = {
    from: '2026-05-01',
    to: '2026-05-31',
    networks: [...socialNetworks],
    goal: '‹Grow›',
    reasons: '‹Spring›',
    language: tag,
    sent_at,
    content: { ...content, words: language },
  }
  const voice = voiceOf(tag, language)
  const at = new Date('2026-06-01T08:00:00Z')
  return readPdf(await drawReport({ report, pictures: new Map(), paper: 'a4', at, voice }, words))
}

/** Marks whatever comes from a catalogue. */
const marked: Words = { language: 'de', say: (text, values) => `«${wordsOf('en').say(text, values)}»` }

/** Without what is marked, however deep, and what is written so in every language: networks, and what `Intl` writes. */
const unmarked = (text: string): string => {
  const less = text.replace(/«[^«»]*»/g, '').replace(/‹[^‹›]*›/g, '')
  if (less !== text) return unmarked(less)
  const { shortDay, day, days, duration } = wordsIn('de', marked)
  const known = [
    ...Object.values(networkNames),
    ...[days('2026-05-01', '2026-05-31'), shortDay('2026-05-04'), day('2026-06-01')],
    ...[40, 300, 9_000].map(duration),
  ]
  return known.reduce((left, part) => left.replaceAll(part, ''), text)
}

describe('The PDF of a report', () => {
  it.each([null, '2026-06-01T08:00:00.000Z'])(
    'has no words but those of a catalogue, sent at %s',
    async at => {
      const { pages, structure } = await printed('de', marked, at)
      // A phrase may go over several lines.
      expect(unmarked(pages.join(' ').replace(/\n/g, ' '))).not.toMatch(/\p{L}/u)
      const texts = [...structure.matchAll(/\/Alt \(((?:\\.|[^\\)])*)\)/g)].map(([, text = '']) => text)
      expect(texts.length).toBeGreaterThan(10)
      expect(structure).toContain('/Lang (de)')
    },
  )

  it.each(clientLanguages)('breaks no word of a heading and cuts nothing in %s', async language => {
    const { say } = wordsOf(language)
    const { pages } = await printed(language)
    const text = pages.join('\n').replace(/\s+/g, ' ')
    const heads = Object.values(reportColumns).flat()
    const labels = socialNetworks
      .filter(network => network !== 'twitter')
      .flatMap(network => reportFigures[network].map(([, label]) => label))
    for (const said of [...heads, ...labels, 'Best post', 'Weakest post', 'Open the post'])
      expect(text).toContain(say(said).replace(/\s+/g, ' '))
    // Only what people wrote may end so, and here none of it is long.
    expect(text).not.toContain('…')
  })
})

describe('What Galley suggests to say', () => {
  const said = (language: ClientLanguage) =>
    suggestionsOf(
      [
        {
          social_network: 'facebook',
          figures: [{ label: 'Impressions', value: 1125, previous: 1000, change: 12.5, trailing: null }],
        },
      ],
      wordsIn(voiceOf(language === 'en' ? 'en-GB' : language, language).locale, wordsOf(language)),
    )[0]?.replace(/\s/g, ' ')

  it.each([
    ['en', 'Impressions on Facebook rose by 12.5 % (from 1,000 to 1,125).'],
    ['de', 'Impressionen auf Facebook: Anstieg um 12,5 % (von 1.000 auf 1.125).'],
    ['fr', 'Impressions sur Facebook : hausse de 12,5 % (de 1 000 à 1 125).'],
    ['es', 'Impresiones en Facebook: aumento del 12,5 % (de 1000 a 1125).'],
    ['it', 'Impression su Facebook: aumento del 12,5% (da 1000 a 1125).'],
    ['nl', 'Vertoningen op Facebook: stijging van 12,5% (van 1.000 naar 1.125).'],
    ['pt', 'Impressões no Facebook: subida de 12,5% (de 1000 para 1125).'],
    ['pl', 'Wyświetlenia (Facebook): wzrost o 12,5% (z 1000 do 1125).'],
  ] as const)('is written in %s as people write there', (language, sentence) => {
    expect(said(language)).toBe(sentence)
  })
})
