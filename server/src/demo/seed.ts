import { z } from 'zod'
import { addDays, dayOfWeek, monthOf } from '#domain/kernel/days.ts'
import { dayOf, type LocalDate } from '#domain/kernel/time.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { askForPast } from '#server/features/analytics/read-past.ts'
import { insertReport } from '#server/features/reports/new-report.ts'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { storeSquares } from '#server/platform/pictures/square-picture.ts'
import { addDemoCard } from './card.ts'
import { harbor } from './clients/harbor.ts'
import { juniper } from './clients/juniper.ts'
import { northwind } from './clients/northwind.ts'
import type { DemoClient } from './content.ts'
import { publishInPastOn } from './feeds.ts'
import { writeDemoHistory } from './history.ts'
import { notifyOfPast, type PastEvent } from './notifications.ts'
import { type DemoPeople, makePeople } from './people.ts'
import { storePhotosIn } from './photo.ts'
import { type DemoProject, makePost } from './posts.ts'

/** Drawn here; a client's logo is its account's on the sandbox. */
const agencyLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="512" height="512"><rect width="200" height="200" fill="#1f5fa8"/>
<path d="M44 122c0-40 30-66 68-66 22 0 38 12 44 26l24 6-22 10c-2 40-34 58-66 58H40l26-16c-14-4-22-10-22-18z" fill="#fff"/>
<path d="M70 116c20 14 48 12 62-8" fill="none" stroke="#1f5fa8" stroke-width="9" stroke-linecap="round"/><circle cx="132" cy="82" r="6" fill="#1f5fa8"/></svg>`

/** @returns the storage key. @throws when the bytes are no picture */
const storeLogo = async ({ storage }: Services, bytes: Buffer): Promise<string> => {
  const key = await storeSquares(storage, bytes)
  if (key === null) throw new Error('A demo logo cannot be drawn')
  return key
}

const storeAgencyLogo = (services: Services): Promise<string> => storeLogo(services, Buffer.from(agencyLogo))

/** Stores the picture at this address of the sandbox. */
const storeClientLogo = async (services: Services, url: string): Promise<string> => {
  const response = await fetch(url)
  return storeLogo(services, Buffer.from(await response.arrayBuffer()))
}

const accountList = z.object({
  accounts: z.array(
    z.object({
      brand: z.string(),
      social_network: z.enum(socialNetworks),
      external_id: z.string(),
      name: z.string(),
      account_details: z.record(z.string(), z.string()),
      logo_url: z.string(),
      token: z.string(),
      token_secret: z.string().nullish(),
    }),
  ),
})
type SandboxAccount = z.output<typeof accountList>['accounts'][number]

const TIMEZONE = 'Europe/Berlin'
const AGENCY_NAME = 'Bluebird Studio'

/** In the order of the rail. */
export const demoClients: readonly DemoClient[] = [harbor, northwind, juniper]

const makeProject = async (
  tx: Tx,
  services: Services,
  { name, agencyId }: { readonly name: string; readonly agencyId: number },
  people: DemoPeople,
  accounts: SandboxAccount[],
) => {
  const [first] = accounts
  const { id: projectId } = await tx
    .insertInto('projects')
    .values({
      agency_id: agencyId,
      owner_id: people['agency-admin'],
      name,
      timezone: TIMEZONE,
      logo_key: first ? await storeClientLogo(services, first.logo_url) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const members = (['content-creator', 'internal-approver', 'external-approver'] as const).map(role => ({
    project_id: projectId,
    user_id: people[role],
    role,
  }))
  await tx.insertInto('project_members').values(members).execute()
  for (const account of accounts) await connectAccount(tx, services, { projectId, ...account })
  // The sandbox charges nothing.
  await askForPast(tx, projectId, services.clock.now())
  return projectId
}

const FRIDAY = 5
/** The day after the earliest fourth Thursday of a November. */
const EARLIEST = '11-23'

/** The next Black Friday, the day after the fourth Thursday of November, or the one in the month before today. */
const blackFriday = (today: LocalDate): LocalDate => {
  const monthAgo = addDays(today, -30)
  const year = Number(monthAgo.slice(0, 4))
  const first = fridayIn(year)
  return first >= monthAgo ? first : fridayIn(year + 1)
}

const fridayIn = (year: number): LocalDate => {
  const earliest = `${year}-${EARLIEST}`
  return addDays(earliest, (FRIDAY - dayOfWeek(earliest) + 7) % 7)
}

/** Writes the client's posts, labels, pools and last month's report, and notifies people of what happened. */
const fillProject = async (
  tx: Tx,
  services: Services,
  { posts, labels, pools }: DemoClient,
  place: Omit<DemoProject, 'photos'> & { readonly agencyId: number },
): Promise<void> => {
  const { agencyId, projectId, people, today } = place
  const photos = storePhotosIn(tx, services, { projectId, userId: people['content-creator'] })
  const happened: PastEvent[] = []
  for (const post of posts) happened.push(...(await makePost(tx, services, post, { ...place, photos })))
  await notifyOfPast(tx, services, projectId, happened)
  const days = labels.map(({ text, color, from, to }) => {
    return { text, color, start_at: addDays(today, from), end_at: addDays(today, to) }
  })
  const friday = blackFriday(today)
  const sale = { text: 'Black Friday', color: '#23282b', start_at: friday, end_at: friday }
  await tx
    .insertInto('day_labels')
    .values([...days, sale].map(label => ({ ...label, project_id: projectId })))
    .execute()
  await tx
    .insertInto('hashtag_pools')
    .values(pools.map(pool => ({ ...pool, project_id: projectId })))
    .execute()
  const { start: from, end: to } = monthOf(addDays(monthOf(today).start, -1))
  const networks = place.accounts.map(({ social_network }) => social_network)
  const by = {
    agencyId,
    projectId,
    actorId: people['agency-admin'],
    address: null,
    now: services.clock.now(),
  }
  await insertReport(tx, by, { projectId, from, to, networks, isScheduled: false })
}

/**
 * Fills an empty database with an agency, a project for each client with its connected sandbox accounts, a login for each role and two
 * months of posts. Does nothing if anyone has an account.
 */
export const seedDemo = async (
  services: Services,
  sandboxUrl: string,
  clients = demoClients,
): Promise<void> => {
  const { db, clock, log } = services
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return
  const response = await fetch(`${sandboxUrl}/sandbox/demo-accounts`)
  const { accounts } = accountList.parse(await response.json())
  const today = dayOf(clock.now(), TIMEZONE)
  const adminId = await db.transaction().execute(async tx => {
    const people = await makePeople(tx, AGENCY_NAME)
    const { id: agencyId } = await tx
      .insertInto('agencies')
      .values({ name: AGENCY_NAME, logo_key: await storeAgencyLogo(services) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const adminId = people['agency-admin']
    await tx.insertInto('agency_admins').values({ agency_id: agencyId, user_id: adminId }).execute()
    const projects = []
    for (const client of clients) {
      const own = accounts.filter(account => account.brand === client.name)
      const projectId = await makeProject(tx, services, { name: client.name, agencyId }, people, own)
      projects.push({ projectId, name: client.name, accounts: own })
      const publishInPast = publishInPastOn(sandboxUrl)
      const place = { agencyId, projectId, people, accounts: own, timezone: TIMEZONE, today, publishInPast }
      await fillProject(tx, services, client, place)
    }
    const made = { agencyId, agencyName: AGENCY_NAME, adminId, projects }
    await writeDemoHistory(tx, { ...made, timezone: TIMEZONE, today })
    return adminId
  })
  await addDemoCard(services, adminId, sandboxUrl)
  log.info('the demo agency is ready')
}
