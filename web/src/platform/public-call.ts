import type { Endpoint, Output, Request } from '#domain/kernel/endpoint.ts'
import { send } from './transport.ts'

/** The address of an endpoint. Importing the contract's value would bring a chunk with the schema library into the public pages. */
type Address<E extends Endpoint> = Pick<E, 'method' | 'path'>

/**
 * Calls an endpoint that needs no session: for the public pages, which do not load `client.ts`.
 * Throws ApiError with the server's text.
 */
export const callPublic = async <E extends Endpoint>(
  { method, path }: Address<E>,
  body: Request<E>['body'],
  signal?: AbortSignal,
): Promise<Output<E>> => {
  const data = await send({ method, url: `/api${path}`, token: null, body, signal })
  return data as Output<E>
}

/** The same for an endpoint whose answer is a file. */
export const callPublicFile = async <E extends Endpoint>(
  { method, path }: Address<E>,
  body: Request<E>['body'],
): Promise<Blob> => {
  const file = await send({ method, url: `/api${path}`, token: null, body, isFile: true })
  return file as Blob
}
