import { describe, expect, it } from 'vitest'
import { getImport, mapImport, startImport } from '#domain/imports/contract.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { useTestApp } from '#testing/app.ts'
import { uploadTable } from '#testing/imports.ts'
import { buildCast, useCast } from '#testing/people.ts'
import { buildCampaign } from '#testing/posts.ts'
import { importRoutes } from './routes.ts'

const kit = useTestApp({ routes: importRoutes })
const cast = useCast(kit)

const upload = (table: string) => uploadTable(kit, cast.creator, cast.project.projectId, table)

describe('Choosing the columns', () => {
  it('checks the rows again', async () => {
    const { data } = await upload('Message,Foo\nHello,facebook\nHi,nowhere\n')
    expect(data).toMatchObject({ mapping: { message: 0 }, good: 2 })
    expect(data.networks).toEqual(['facebook', 'linkedin', 'twitter'])
    const params = { projectId: cast.project.projectId, importId: data.id }
    const body = { mapping: { message: 0, networks: 1 }, date_order: 'month' as const }
    const mapped = await kit.ask(cast.creator, mapImport, { params, body })
    expect(mapped.data).toMatchObject({ ...body, networks: [], good: 1 })
    expect((await kit.ask(cast.creator, getImport, { params })).data).toEqual(mapped.data)
  })

  it('reads the rows anew under other names, and without any', async () => {
    const { data } = await upload('Date,Text\nDate,Whatever\n2026-06-30,Hello\n')
    expect(data).toMatchObject({ header_line: 1, mapping: { date: 0, message: 1 }, total: 2 })
    const params = { projectId: cast.project.projectId, importId: data.id }
    const choose = async (header_line: number | null) =>
      (await kit.ask(cast.creator, mapImport, { params, body: { header_line } })).data
    expect(await choose(2)).toMatchObject({ headers: ['Date', 'Whatever'], total: 1, rows: [{ line: 3 }] })
    expect(await choose(null)).toMatchObject({ headers: ['', ''], total: 3, header_line: null })
    expect(await choose(1)).toMatchObject({ ...data, rows: data.rows })
    const none = await kit.ask(cast.creator, mapImport, { params, body: { header_line: 3 } })
    expect(none).toMatchObject({ status: 422, message: 'The file has column names but no rows.' })
  })

  it('gives the rows that name no network those that are chosen, or asks', async () => {
    const { data } = await upload('Text,Posting Time\nHello,2026-06-30 10:00\n')
    const params = { projectId: cast.project.projectId, importId: data.id }
    const choose = async (networks: SocialNetwork[]) =>
      (await kit.ask(cast.creator, mapImport, { params, body: { networks } })).data
    expect(await choose([])).toMatchObject({
      good: 0,
      rows: [{ problems: ['Name at least one network, or choose one for all rows.'] }],
    })
    expect(await choose(['facebook'])).toMatchObject({
      good: 1,
      mapping: data.mapping,
      rows: [{ networks: ['facebook'] }],
    })
  })

  it('remembers of a started import what the names of profiles are', async () => {
    const csv = 'Profile,Message\nHQ,Hello\nShop,Hi\n'
    const { data } = await upload(csv)
    expect(data.profiles).toEqual([
      { name: 'HQ', target: null },
      { name: 'Shop', target: null },
    ])
    const params = { projectId: cast.project.projectId, importId: data.id }
    const profiles = [{ name: 'HQ', target: 'facebook' as const }]
    const mapped = await kit.ask(cast.creator, mapImport, { params, body: { profiles } })
    expect(mapped.data).toMatchObject({ good: 1, rows: [{ networks: ['facebook'] }, { networks: [] }] })
    expect((await upload(csv)).data.good).toBe(0)
    await kit.ask(cast.creator, startImport, { params, body: { only_good: true } })
    expect((await upload(csv)).data).toMatchObject({
      good: 1,
      profiles: [
        { name: 'HQ', target: 'facebook' },
        { name: 'Shop', target: null },
      ],
    })
  })

  it('gives a mistyped campaign the one that is chosen, in this import alone', async () => {
    await buildCampaign(kit.db, cast.project, { name: 'Sommer 2027' })
    const csv =
      'Message,Networks,Campaign\nHello,facebook,Somer 2027\nHi,facebook,sommer 2027\nYo,facebook,Easter\n'
    const { data } = await upload(csv)
    expect(data.campaigns).toEqual([
      { name: 'Somer 2027', campaign: null },
      { name: 'Easter', campaign: null },
    ])
    expect(data.campaign_names).toEqual(['Sommer 2027'])
    const text = 'This project has no campaign'
    expect(data.rows.map(({ notices }) => notices)).toEqual([
      [`${text} "Somer 2027": the post belongs to none. Did you mean "Sommer 2027"? Choose it above.`],
      [],
      [`${text} "Easter": the post belongs to none.`],
    ])
    const params = { projectId: cast.project.projectId, importId: data.id }
    const campaigns = [{ name: 'Somer 2027', campaign: 'Sommer 2027' }]
    const mapped = await kit.ask(cast.creator, mapImport, { params, body: { campaigns } })
    expect(mapped.data.campaigns).toEqual([...campaigns, { name: 'Easter', campaign: null }])
    expect(mapped.data.rows.map(({ notices }) => notices.length)).toEqual([0, 0, 1])
    const again = await kit.ask(cast.creator, mapImport, { params, body: { date_order: 'month' as const } })
    expect(again.data.campaigns).toEqual(mapped.data.campaigns)
    const drafts = await kit.db
      .selectFrom('import_rows')
      .select('draft')
      .where('import_id', '=', data.id)
      .orderBy('line')
      .execute()
    expect(drafts.map(({ draft }) => draft?.campaign)).toEqual(['Sommer 2027', 'Sommer 2027', ''])
    await kit.ask(cast.creator, startImport, { params, body: { only_good: true } })
    expect((await upload(csv)).data.campaigns[0]).toEqual({ name: 'Somer 2027', campaign: null })
    const wrong = { campaigns: [{ name: 'a'.repeat(201), campaign: null }] }
    expect(await kit.ask(cast.creator, mapImport, { params, body: wrong })).toMatchObject({ status: 422 })
  })

  it('gives dates without a year the one that is chosen', async () => {
    const { data } = await upload('Networks,Message,Date\nfacebook,Hello,29-Aug\n')
    expect(data).toMatchObject({ good: 1, has_yearless: true, year: null })
    const params = { projectId: cast.project.projectId, importId: data.id }
    const mapped = await kit.ask(cast.creator, mapImport, { params, body: { year: 2025 } })
    expect(mapped.data).toMatchObject({ good: 0, year: 2025 })
  })

  it('refuses a column that is not in the file', async () => {
    const { data } = await upload('Message,Foo\nHello,facebook\n')
    const params = { projectId: cast.project.projectId, importId: data.id }
    const answer = await kit.ask(cast.creator, mapImport, {
      params,
      body: { mapping: { message: 2 }, date_order: 'day' },
    })
    expect(answer).toMatchObject({ status: 422, message: 'A chosen column is not in the file.' })
  })

  it('of another project’s import answers 404', async () => {
    const { data } = await upload('Message\nHello\n')
    const other = await buildCast(kit.db)
    const params = { projectId: other.project.projectId, importId: data.id }
    expect(await kit.ask(other.admin, getImport, { params })).toMatchObject({ status: 404 })
    const body = { mapping: {}, date_order: 'day' as const }
    expect(await kit.ask(other.admin, mapImport, { params, body })).toMatchObject({ status: 404 })
  })
})
