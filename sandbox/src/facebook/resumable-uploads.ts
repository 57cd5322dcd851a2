import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { GraphCall, UserCall } from '../meta/call.ts'
import { GraphError, missingParameter } from '../meta/errors.ts'
import { failIfUploadsDown } from '../meta/faults.ts'
import type { Upload } from '../platform/model.ts'
import type { HttpReply } from '../platform/sandbox.ts'
import { findUpload, openUpload, receivedBytes, receivePart, uploadFaults } from './uploads.ts'

const types = ['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'video/mp4']

/** `POST /{app}/uploads`: begins an upload in the currently documented way. */
export function createUpload(call: GraphCall): HttpReply {
  const { params, sandbox, account } = call
  failIfUploadsDown(sandbox, 'facebook', account.id)
  if (!params.file_length) throw missingParameter('file_length')
  if (!types.includes(params.file_type ?? '')) {
    throw new GraphError({ message: `(#100) Invalid file type: ${params.file_type ?? ''}`, code: 100 })
  }
  return { status: 200, body: { id: `upload:${openUpload(call, Number(params.file_length)).id}` } }
}

const sessionOf = (call: GraphCall) => findUpload(call, call.node.replace(/^upload:/, ''))

/** `POST /upload:…`: receives the bytes from `file_offset` on and returns the handle for publishing. */
export async function receiveUpload(call: GraphCall): Promise<HttpReply> {
  const upload = sessionOf(call)
  const offset = Number(call.request.headers.file_offset)
  const longer = await receiveStream(call, upload, offset)
  if (receivedBytes(longer) !== upload.size) throw new GraphError(uploadFaults.sizeMismatch)
  return { status: 200, body: { h: `2:${Buffer.from(upload.id).toString('base64url')}` } }
}

/** `GET /upload:…`: how many bytes of an interrupted upload have arrived. */
export function readUpload(call: GraphCall) {
  const upload = sessionOf(call)
  return {
    value: { id: call.node, file_offset: receivedBytes(upload) },
    defaults: 'id,file_offset',
    type: 'UploadSession' as const,
  }
}

/** The bytes behind a handle. */
export function uploadedBytes(call: GraphCall, handle: string): Buffer {
  const upload = findUpload(call, Buffer.from(handle.replace(/^2:/, ''), 'base64url').toString())
  if (receivedBytes(upload) !== upload.size) throw new GraphError(uploadFaults.sizeMismatch)
  const pieces = upload.parts.map(({ file }) => call.sandbox.store.readFile(file) ?? Buffer.alloc(0))
  return Buffer.concat(pieces)
}

/** Receives a raw body. If the connection breaks, the received bytes are kept, so that the caller can resume. */
export async function receiveStream(
  { sandbox, request }: Pick<UserCall, 'sandbox' | 'request'>,
  upload: Upload,
  offset: number,
): Promise<Upload> {
  if (offset !== receivedBytes(upload)) throw new GraphError(uploadFaults.badOffset)
  return receivePart(sandbox, upload, offset, await readBody(request))
}

const brokenConnection = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']

async function readBody({ body }: FastifyRequest): Promise<Buffer> {
  const chunks: Buffer[] = []
  if (!(body instanceof Readable)) return Buffer.alloc(0)
  try {
    for await (const chunk of body) chunks.push(chunk as Buffer)
  } catch (error) {
    // If the connection broke, keep what has arrived.
    if (!brokenConnection.includes(String((error as { code?: unknown }).code))) throw error
  }
  return Buffer.concat(chunks)
}
