import { parseJson } from '#domain/kernel/json.ts'
import type { GraphCall } from '../meta/call.ts'
import { GraphError } from '../meta/errors.ts'
import { readLinkedPage } from '../platform/linked-page.ts'
import { fetchBytes, inspectPicture, storePicture } from '../platform/media.ts'
import type { Card } from '../platform/model.ts'

type Child = { link?: unknown; name?: unknown; description?: unknown; picture?: unknown }

const refuse = (message: string, subcode?: number): never => {
  throw new GraphError({ message: `(#100) ${message}`, code: 100, ...(subcode && { subcode }) })
}

/** Reads the cards of a link carousel (`child_attachments`) and fetches their pictures; undefined for a post without cards. */
export async function readCards(call: GraphCall): Promise<Card[] | undefined> {
  const { child_attachments: text, link, multi_share_optimized: optimized } = call.params
  if (text === undefined) return undefined
  const children = parse(text)
  const most = optimized === 'false' ? 5 : 10
  if (children.length < 2 || children.length > most) {
    refuse(`Param child_attachments must have between 2 and ${most} elements.`, 1349125)
  }
  if (!link) refuse('A link is needed for a post with child_attachments.')
  return Promise.all(children.map(child => cardOf(call, child)))
}

function parse(text: string): Child[] {
  const list = parseJson(text)
  return Array.isArray(list) ? list : refuse('Param child_attachments must be an array.')
}

async function cardOf(call: GraphCall, { link, name, description, picture }: Child): Promise<Card> {
  if (typeof link !== 'string' || !URL.canParse(link))
    return refuse('Each child attachment needs a link.', 2061006)
  const shown = typeof picture === 'string' ? await fetchPicture(call, picture) : undefined
  const given = {
    ...(typeof name === 'string' && name !== '' && { title: name }),
    ...(typeof description === 'string' && description !== '' && { description }),
    ...(shown && { picture: shown }),
  }
  // What is not given comes from the page.
  const { network, id } = call.account
  const { thumbnail, ...page } = (await readLinkedPage(call.sandbox, link, { network, account: id })) ?? {
    url: link,
  }
  return { ...page, ...(thumbnail && { picture: thumbnail }), ...given }
}

async function fetchPicture({ sandbox, account }: GraphCall, url: string): Promise<string> {
  const bytes = URL.canParse(url) ? await fetchBytes(url) : undefined
  const picture = bytes && (await inspectPicture(bytes))
  if (!picture) return refuse('The picture of a child attachment could not be fetched.', 1609008)
  const id = sandbox.ids.facebook()
  storePicture(sandbox, { id, network: 'facebook', account: account.id, picture })
  return id
}
