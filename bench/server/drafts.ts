import type { Call } from '../connection.ts'
import { askOk, describeRatios, describeRounds, interleave, ratiosOf } from '../load.ts'
import { type Stage, signIn } from '../stage.ts'
import { startFloors } from './floors.ts'

const HEADS = { 'content-type': 'application/json', 'accept-encoding': 'br' }

/** Creating a draft for three networks in this project. */
export const draftCall = (url: string, token: string, projectId: number): Call => ({
  url: `${url}/api/posts`,
  method: 'POST',
  headers: { ...HEADS, authorization: `Bearer ${token}` },
  body: JSON.stringify({
    project_id: projectId,
    social_networks: ['facebook', 'instagram', 'linkedin'],
    type: 'single_photo',
  }),
})

/** Creating a draft against the same rows written without anything around them. */
export async function* benchDrafts(
  stage: Stage,
  calendarUrl: string,
  seconds: number,
): AsyncGenerator<string> {
  const token = await signIn(stage, 'carl@bluebird.example')
  const call = draftCall(stage.url, token, 1)
  await askOk(call)
  const calendar = await askOk({ url: calendarUrl, headers: { authorization: `Bearer ${token}` } })
  const floors = await startFloors(stage, 1, calendar)
  try {
    const rounds = await interleave(
      [
        { name: 'Galley', call },
        { name: 'floor', call: { url: `${floors.url}/draft`, method: 'POST' } },
      ],
      { seconds },
    )
    yield describeRounds('create draft, three networks', rounds, 0)
    yield describeRounds('  floor: only its rows, in one transaction', rounds, 1)
    yield `  ${'it is faster'.padEnd(46)} ${describeRatios(ratiosOf(rounds, 1, 0))}`
  } finally {
    floors.stop()
  }
}
