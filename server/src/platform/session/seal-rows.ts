import type { Config } from '#server/config.ts'
import { oncePer } from '#server/platform/jobs/batches.ts'
import { makeSeal } from './seal.ts'

/** The installation's seal, created on first use. */
export const sealOf = oncePer((config: Config) => makeSeal(config))

/** The columns of a row whose content is sealed. */
export type SealedColumns = { readonly sealed: Buffer; readonly key_id: string }

/** Seals what a row holds, bound to `place`: it cannot be opened in another row. */
export const sealContent = (config: Config, place: string, content: object): SealedColumns => {
  const { sealed, keyId } = sealOf(config).sealText(place, JSON.stringify(content))
  return { sealed, key_id: keyId }
}

/** @throws WrongTokenKey when the key is unknown, or the row was changed outside Galley */
export const openContent = <Content>(config: Config, place: string, row: SealedColumns): Content =>
  JSON.parse(sealOf(config).openText(place, row.sealed, row.key_id)) as Content
