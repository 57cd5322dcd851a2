import type pg from 'pg'
import type { Month } from '../fill/month.ts'
import { fillMonth } from '../fill/month.ts'
import { signInAs } from '../publishing/sign-in.ts'
import { openStand, type Stand, withClient } from '../publishing/stand.ts'

/** A database with a month of 1,500 posts, its web process, and somebody who may see all of it. */
export type Seat = {
  readonly stand: Stand
  readonly projectId: number
  readonly url: string
  readonly headers: Record<string, string>
}

const DUE = 15
const ABANDONED = 40

/** Posts that are due now, and drafts that the sweep would delete: the same few in a fresh and in a full database. */
const fillWork = async (client: pg.Client, projectId: number): Promise<void> => {
  await client.query(
    `update schedules set datetime = now() - interval '1 minute'
     where id in (select id from schedules where project_id = $1 order by datetime limit ${DUE})`,
    [projectId],
  )
  await client.query(
    `with made as (
       insert into posts (project_id, type, created_at, updated_at)
       select $1::bigint, 'text', now() - interval '9 days', now() - interval '9 days' from generate_series(1, ${ABANDONED}) returning id
     )
     insert into post_socials (post_id, project_id, social_network, type, status, created_at, updated_at)
     select id, $1::bigint, 'facebook', 'text', 'temporary_draft', now() - interval '9 days', now() - interval '9 days' from made`,
    [projectId],
  )
}

/** `fill`: what else goes into the database, before the month. */
export const openSeat = async (
  month: Month,
  fill: (client: pg.Client) => Promise<void> = async () => undefined,
): Promise<Seat> => {
  const stand = await openStand()
  try {
    const projectId = await withClient(stand, async client => {
      await client.query("insert into agencies (name) values ('Bench agency')")
      await fill(client)
      const id = await fillMonth(client, month)
      await fillWork(client, id)
      await client.query('vacuum analyze')
      return id
    })
    const authorization = `Bearer ${await signInAs(stand, projectId, 'super-admin')}`
    const url = await stand.startWeb()
    return { stand, projectId, url, headers: { authorization, 'accept-encoding': 'br' } }
  } catch (error) {
    await stand.close()
    throw error
  }
}
