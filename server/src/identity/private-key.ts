import { createPrivateKey, type KeyObject } from 'node:crypto'

/**
 * Apple's `.p8` file, as it fits into a variable: with its frame or without, its lines broken, run together, or with `\n` between.
 * Null when it is no EC private key.
 */
export const readPrivateKey = (text: string): KeyObject | null => {
  const body = text.replace(/-----[A-Z ]+-----|\\n|\s/g, '')
  try {
    const key = createPrivateKey({ key: Buffer.from(body, 'base64'), format: 'der', type: 'pkcs8' })
    return key.asymmetricKeyType === 'ec' ? key : null
  } catch {
    return null
  }
}
