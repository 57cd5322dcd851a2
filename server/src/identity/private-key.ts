import { createPrivateKey, type KeyObject } from 'node:crypto'

/**
 * Reads Apple's `.p8` file from a variable: with or without its header and footer, and with line breaks, literal `\n`, or neither.
 * Null when it is not an EC private key.
 */
export const readPrivateKey = (text: string): KeyObject | null => {
  const body = text.replace(/-----[A-Z ]+-----|\\n|\s/g, '')
  try {
    const key = createPrivateKey({ key: Buffer.from(body, 'base64'), format: 'der', type: 'pkcs8' })
    return key.asymmetricKeyType === 'ec' ? key : null
  } catch (error) {
    // OpenSSL's errors are plain ones, some of them without a code.
    if (error instanceof Error && error.constructor === Error) return null
    throw error
  }
}
