import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Config } from '#server/config.ts'
import { type Done, refused } from '#server/platform/operator-command.ts'
import { keyFileOf } from '#server/platform/session/keyring.ts'
import { signerOf } from '#server/platform/session/signer.ts'
import { type Verdict, verifyData, verifyPdf } from './seal.ts'

/** No certificate is larger: 200 posts with their pictures take some megabytes. */
const BYTES_MAX = 100_000_000

const answers: Readonly<Record<Verdict, { readonly code: number; readonly text: string }>> = {
  unchanged: { code: 0, text: 'is a certificate of this installation, and not a byte of it was changed.' },
  changed: { code: 2, text: 'was changed after this installation made it. Do not rely on what it says.' },
  other_installation: {
    code: 3,
    text: 'was made by another installation, or with a key that this one no longer has (TOKEN_KEY, TOKEN_KEY_PREVIOUS). Whether it was changed cannot be told here.',
  },
  no_certificate: { code: 4, text: 'is not an approval certificate.' },
}

/** `verify FILE`: undefined if this names no file, since backups are in folders and buckets. */
export const verifyCertificate = async (
  config: Config,
  [file, ...more]: readonly string[],
): Promise<Done | undefined> => {
  if (file === undefined || more.length > 0) return undefined
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile()) return undefined
  if (found.size > BYTES_MAX) return say(file, 'no_certificate')
  const bytes = await readFile(file)
  const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-'
  const keyFile = keyFileOf(config)
  if (keyFile !== null && !existsSync(keyFile))
    return refused(`${keyFile} is missing: the key that certificates are checked with.`)
  const signer = signerOf(config)
  return say(file, isPdf ? verifyPdf(signer, bytes) : verifyData(signer, bytes.toString('utf8')))
}

const say = (file: string, verdict: Verdict): Done => {
  const { code, text } = answers[verdict]
  return { isDone: code === 0, code, text: `${file} ${text}` }
}
