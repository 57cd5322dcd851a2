import { createHmac } from 'node:crypto'
import { appCredentials } from '../platform/app-credentials.ts'
import { GraphError } from './errors.ts'

/** The proof is optional, but a wrong one is refused, as for an app that does not require it. */
export function verifyAppSecretProof(token: string, proof: string | undefined): void {
  if (proof === undefined) return
  const expected = createHmac('sha256', appCredentials.facebook.app_secret).update(token).digest('hex')
  if (proof === expected) return
  throw new GraphError({
    message: 'Invalid appsecret_proof provided in the API argument',
    type: 'GraphMethodException',
    code: 100,
  })
}
