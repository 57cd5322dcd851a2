import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { canvaCredentials } from '../platform/app-credentials.ts'
import type { Design } from '../platform/model.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { createDesignFaults, type DesignFaults } from './faults.ts'

/** What a code stands for until it is exchanged. */
export type CodeGrant = {
  readonly person: string
  readonly redirectUri: string
  readonly scope: string
  readonly challenge: string
  readonly expiresAt: number
}

type SigningKey = { readonly kid: string; readonly privateKey: CryptoKey; readonly publicJwk: JWK }

/** The design tool. Codes and keys need not survive a restart; designs and tokens do. */
export type DesignTool = {
  readonly sandbox: Sandbox
  readonly faults: DesignFaults
  readonly codes: Map<string, CodeGrant>
  readonly key: () => Promise<SigningKey>
}

const makeKey = async (): Promise<SigningKey> => {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA')
  const kid = randomBytes(10).toString('hex')
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'EdDSA', use: 'sig' } }
}

export const createDesignTool = (sandbox: Sandbox): DesignTool => {
  let key: Promise<SigningKey> | undefined
  return {
    sandbox,
    faults: createDesignFaults(),
    codes: new Map(),
    key: () => {
      key ??= makeKey()
      return key
    },
  }
}

const RETURN_LIFE_SECONDS = 900

/** Where a person goes when they leave the editor, with a signed word on which design they come from. */
export const returnAddress = async (
  { sandbox, faults, key }: DesignTool,
  design: Design,
  correlationState: string,
): Promise<string> => {
  const { kid, privateKey } = await key()
  const now = Math.floor(sandbox.now() / 1000)
  const id = faults.take('another') ? newDesignId() : design.id
  const signed = await new SignJWT({
    type: 'rti',
    design_id: id,
    correlation_state: correlationState,
    team_id: 'oBDAbliZ2rQNNOsUl5OLu',
    jti: randomBytes(12).toString('hex'),
  })
    .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'JWT' })
    .setAudience(canvaCredentials.client_id)
    .setSubject(design.account)
    .setIssuedAt(now)
    .setExpirationTime(now + RETURN_LIFE_SECONDS)
    .sign(privateKey)
  return `${design.return_url}?${new URLSearchParams({ correlation_jwt: signed })}`
}

export const newDesignId = (): string => `DA${randomBytes(7).toString('base64url').replaceAll(/[-_]/g, 'x')}`
