import type { Config } from '#server/config.ts'

export type DesignToolSettings = {
  /** Addresses without a trailing slash. */
  readonly apiUrl: string
  readonly webUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly callbackUrl: string
  /** Beginnings of download addresses that are fetched although they are not public. */
  readonly allowedDownloads: readonly string[]
  readonly callTimeoutMs: number
}

/** Canva in production, else the sandbox's stand-in; null in production without an integration of this installation's own. */
export const designToolSettings = (config: Config): DesignToolSettings | null => {
  const isReal = config.NODE_ENV === 'production'
  const sandboxUrl = `${config.sandboxUrl}/canva`
  const { CANVA_CLIENT_ID: clientId, CANVA_CLIENT_SECRET: clientSecret } = config
  if (!clientId || !clientSecret) return null
  const at = (variable: string | undefined, real: string, path: string) =>
    (variable ?? (isReal ? real : sandboxUrl + path)).replace(/\/$/, '')
  return {
    apiUrl: at(config.CANVA_API_URL, 'https://api.canva.com/rest/v1', '/rest/v1'),
    webUrl: at(config.CANVA_WEB_URL, 'https://www.canva.com/api', '/api'),
    clientId,
    clientSecret,
    callbackUrl: `${config.publicUrl}/canva/callback`,
    allowedDownloads: config.sandbox ? [`${sandboxUrl}/exports/`] : [],
    callTimeoutMs: 20_000,
  }
}
