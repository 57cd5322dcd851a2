import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Address, type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Mail } from '../platform/model.ts'
import type { Sandbox } from '../platform/sandbox.ts'

const BYTES_MAX = 25_000_000
/** Older emails are deleted. */
const KEPT_MS = 30 * 86_400_000

const nameOf = (address: Address | undefined): string =>
  address?.name && address.address ? `${address.name} <${address.address}>` : (address?.address ?? '')

/** Pictures that are part of the mail are shown as a mail program does; other attachments are not kept. */
const withPictures = ({ html = '', attachments }: Email): string =>
  attachments.reduce((shown, { contentId, content, mimeType }) => {
    if (!contentId || typeof content === 'string' || !mimeType.startsWith('image/')) return shown
    const bytes = Buffer.from(content instanceof ArrayBuffer ? new Uint8Array(content) : content)
    const name = contentId.replace(/^<|>$/g, '')
    return shown.replaceAll(`"cid:${name}"`, `"data:${mimeType};base64,${bytes.toString('base64')}"`)
  }, html)

/** Stores an email for each recipient of its envelope, whatever its `To` header says. */
async function keepMail(sandbox: Sandbox, raw: Buffer, recipients: readonly string[]): Promise<void> {
  const parsed = await PostalMime.parse(raw)
  for (const recipient of new Set(recipients.map(address => address.toLowerCase()))) {
    const mail: Mail = {
      id: randomUUID(),
      network: 'mail',
      account: recipient,
      created_at: sandbox.now(),
      from: nameOf(parsed.from),
      to: parsed.to?.map(nameOf).join(', ') ?? recipient,
      subject: parsed.subject ?? '',
      text: parsed.text ?? '',
      html: withPictures(parsed),
      headers: parsed.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    }
    sandbox.store.put('mail', mail)
    sandbox.store.removeBefore('mail', mail, sandbox.now() - KEPT_MS)
  }
}

/** Addresses that the server refuses for good, as a real one does when it knows no such person. */
const isRefused = (address: string): boolean => address.toLowerCase().endsWith('.invalid')

/** Another program is using the port. */
export class PortTaken extends Error {}

/**
 * A real SMTP server that delivers nothing: accepted emails go to the mailbox. It requires no password and accepts any.
 * @returns its URL, for SMTP_URL. @throws PortTaken
 */
export async function startMailServer(
  sandbox: Sandbox,
  { port, host }: { port: number; host: string },
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: BYTES_MAX,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'anybody' }),
    onRcptTo: ({ address }, _session, callback) =>
      callback(
        isRefused(address)
          ? Object.assign(new Error('5.1.1 no such user here'), { responseCode: 550 })
          : null,
      ),
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('error', callback)
      stream.once('end', () => {
        if (stream.sizeExceeded) return callback(Object.assign(new Error('too large'), { responseCode: 552 }))
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        keepMail(sandbox, Buffer.concat(chunks), recipients).then(() => callback(), callback)
      })
    },
  })
  // Without a listener, a taken port or a client that disconnects would crash the process.
  server.on('error', () => undefined)
  const listening = server.listen(port, host)
  await once(listening, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new PortTaken(`port ${port} is taken`) : error
  })
  const { port: found } = listening.address() as AddressInfo
  return {
    url: `smtp://${host}:${found}`,
    close: () => new Promise(resolve => server.close(resolve)),
  }
}
