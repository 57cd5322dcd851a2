import type { GraphCall } from './call.ts'

/** A time as Meta writes it: no colon in the offset and no milliseconds. */
export function graphTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}+0000`
}

/** `since` and `until` are epoch seconds or anything that a date parser accepts. */
export function readTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const time = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}

const cursor = (offset: number) => Buffer.from(`o:${offset}`).toString('base64url')
const offsetOf = (text: string | undefined) =>
  Number(
    Buffer.from(text ?? '', 'base64url')
      .toString()
      .match(/^o:(\d+)$/)?.[1] ?? -1,
  ) + 1

export type Slice = { since: number | undefined; until: number | undefined; limit: number; offset: number }

/** The window of a list call. */
export function readSlice(params: Record<string, string>): Slice {
  const limit = Math.min(Math.max(Number(params.limit ?? 25) || 25, 1), 100)
  return {
    since: readTime(params.since),
    until: readTime(params.until),
    limit,
    offset: offsetOf(params.after),
  }
}

type Requested = Pick<GraphCall, 'sandbox' | 'request'>

/** A page of a list with its cursors; `next` only when there is more. */
export function graphList(call: Requested, data: unknown[], slice: Slice, total: number) {
  if (data.length === 0) return { data }
  const last = slice.offset + data.length - 1
  const cursors = { before: cursor(slice.offset), after: cursor(last) }
  const more = last + 1 < total
  return { data, paging: { cursors, ...(more && { next: nextPage(call, cursors.after) }) } }
}

function nextPage({ sandbox, request }: Requested, after: string): string {
  const url = new URL(request.url, sandbox.url())
  url.searchParams.set('after', after)
  return url.href
}
