import { z } from 'zod'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { Mentionable, ReadResult } from '#server/networks/network-reader.ts'
import { isOk, parseBody } from '#server/platform/http/outgoing-requests/client.ts'
import type { LinkedinApi } from './api.ts'
import { findLogo, organization } from './organizations.ts'
import { readFailure } from './read-failure.ts'

const pageAddress = /linkedin\.com\/(?:company|showcase|school)\/([^/?#\s]+)/i

/**
 * The vanity name in what a person typed or pasted: a page's URL, `@name`, or the name. Null if it cannot be a vanity
 * name.
 */
export const vanityNameIn = (query: string): string | null => {
  const pasted = query.match(pageAddress)?.[1]
  const typed = pasted === undefined ? query.trim().replace(/^@/, '') : decoded(pasted)
  const name = typed.toLowerCase().replaceAll(/\s+/g, '-')
  return /^[\p{L}\p{N}][\p{L}\p{N}._&'’-]*$/u.test(name) ? name : null
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

const found = z.object({ elements: z.array(organization) })

/** Finds an organization by its exact name, the only search LinkedIn has (docs/product/linkedin.md "Mention search"). */
export const findOrganization = async (
  api: LinkedinApi,
  account: ConnectedAccount,
  query: string,
): Promise<ReadResult<readonly Mentionable[]>> => {
  const name = vanityNameIn(query)
  if (name === null) return { kind: 'read', value: [] }
  const reply = await api.get(account, `organizations?q=vanityName&vanityName=${encodeURIComponent(name)}`)
  const elements = isOk(reply) ? parseBody(reply, found)?.elements : undefined
  if (!elements)
    return reply.kind === 'answered' && reply.status === 404
      ? { kind: 'read', value: [] }
      : readFailure(reply)
  const value = await Promise.all(
    elements.map(async each => ({
      id: String(each.id),
      name: each.localizedName,
      handle: each.vanityName,
      logoUrl: await findLogo(api, account, each),
    })),
  )
  return { kind: 'read', value }
}
