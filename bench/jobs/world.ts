import { addDays } from '#domain/kernel/days.ts'
import { demoLogins } from '#server/demo/people.ts'
import { fillMonth, fillProject, type Month, SMALL } from '../fill/month.ts'
import { copyPictures } from '../fill/pictures.ts'
import { type Stage, signIn, withDatabase } from '../stage.ts'

/** The demo's first client, whose accounts publish to the sandbox. */
export const HARBOR = 1
const DEMO_CLIENTS = [1, 2, 3]
const OTHER_CLIENTS = ['Aster Books', 'Brightside Gym', 'Cedar Hotel', 'Dune Optics', 'Elm Street Dental']

/** The word that somebody got wrong, in this many posts. */
export const WRONG_WORD = 'grindre'
export const WRONG_POSTS = 26

/** Eight clients with 300 posts in the month each; 26 posts of Harbor, in all states that have not gone out, have the same slip. */
export const fillWorld = async (stage: Stage, month: Month): Promise<void> => {
  await withDatabase(stage, async client => {
    for (const id of DEMO_CLIENTS) await fillProject(client, id, month, SMALL)
    for (const name of OTHER_CLIENTS) await fillMonth(client, month, SMALL, name)
    await client.query(
      `update post_socials set message = message || $1 where post_id in (
         select p.id from posts p join schedules s on s.post_id = p.id
         where p.project_id = $2 and s.date between $3 and $4 order by p.id limit $5)`,
      [`\n\nAsk for the ${WRONG_WORD}.`, HARBOR, month.start, month.end, WRONG_POSTS],
    )
  })
  await copyPictures(stage, HARBOR)
}

type Call = (path: string, body: object | FormData, method?: 'POST' | 'PUT' | 'GET') => Promise<unknown>

/** Calls Galley as the demo's person with this role. */
const callAs = async (stage: Stage, role: string): Promise<Call> => {
  const login = demoLogins.find(each => each.role === role)
  if (!login) throw new Error(`the demo has no ${role}`)
  const authorization = `Bearer ${await signIn(stage, login.email)}`
  return async (path, body, method = 'POST') => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${stage.url}/api${path}`, {
      method,
      headers: isForm ? { authorization } : { authorization, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { data: unknown }).data
  }
}

type Made = { post_id: number; post: { post_socials: { id: number }[] } }

/** A text of Harbor's for these networks. */
const makePost = async (call: Call, social_networks: readonly string[], message: string): Promise<Made> => {
  const made = (await call('/posts', { project_id: HARBOR, social_networks, type: 'text' })) as Made
  const post_socials = made.post.post_socials.map(({ id }) => ({ id, message, media_actions: [] }))
  await call('/postssocials', { post_id: made.post_id, project_id: HARBOR, post_socials }, 'PUT')
  return made
}

/** A post of this day that an approver of the agency has sent back, with a message and two points. @returns its text */
export const sendBack = async (stage: Stage, date: string): Promise<string> => {
  const author = await callAs(stage, 'agency-admin')
  const approver = await callAs(stage, 'internal-approver')
  const message = 'We are open from 8 to 17 all through the holidays.'
  const { post_id } = await makePost(author, ['facebook', 'linkedin'], message)
  await author('/posts/schedules', { post_id, date, time: '06:30', is_autoposting: true })
  await author('/posts/approvals/batch', { posts_ids: [post_id] })
  const { approvals } = (await approver(`/posts/approvals/${post_id}`, {}, 'GET')) as {
    approvals: { approvals: { id: number }[] }[]
  }
  const form = new FormData()
  form.append('approval_id', String(approvals[0]?.approvals[0]?.id))
  form.append('message', 'Two things, please.')
  form.append('checkboxes[0][label]', 'From 9, not from 8')
  form.append('checkboxes[1][label]', 'Name the holidays')
  await approver('/posts/approvals/revision', form)
  return message
}

/** Publishes a post of tomorrow to three networks, one of which no longer accepts Harbor's token. @returns the text */
export const failOnOne = async (stage: Stage, now: Date): Promise<string> => {
  const author = await callAs(stage, 'agency-admin')
  const sandbox = `${stage.sandboxUrl}/sandbox`
  const { accounts } = (await (await fetch(`${sandbox}/demo-accounts`)).json()) as {
    accounts: { brand: string; social_network: string; external_id: string }[]
  }
  const account = accounts.find(
    ({ brand, social_network }) => brand === 'Harbor Coffee Roasters' && social_network === 'facebook',
  )?.external_id
  await fetch(`${sandbox}/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ network: 'facebook', account, state: 'expired' }),
  })
  const message = 'Fresh from the drum today: a washed Huila.'
  const { post_id } = await makePost(author, ['facebook', 'linkedin', 'twitter'], message)
  const date = addDays(now.toISOString().slice(0, 10), 1)
  await author('/posts/schedules', { post_id, date, time: '12:00', is_autoposting: true })
  await author(`/posts/publish/admin/${post_id}`, {})
  return message
}
