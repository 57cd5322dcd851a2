import { describeLoad, load } from './load.ts'
import { type Stage, signIn } from './stage.ts'

/** Creating a draft for three networks: one transaction with its rows and its event. */
export const benchDrafts = async (stage: Stage, seconds: number): Promise<string[]> => {
  const result = await load({
    url: `${stage.url}/api/posts`,
    connections: 4,
    seconds,
    method: 'POST',
    headers: {
      authorization: `Bearer ${await signIn(stage, 'carl@bluebird.example')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      project_id: 1,
      social_networks: ['facebook', 'instagram', 'linkedin'],
      type: 'single_photo',
    }),
  })
  return [describeLoad('create draft, three networks', result)]
}
