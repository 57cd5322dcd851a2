/** Where dots before the `@` mean nothing, with the name under which each is counted. */
const dotless: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' }

/**
 * One spelling for the addresses of one mailbox, `a.b+news@gmail.com` and `ab@googlemail.com`, so that nobody multiplies what may be sent to
 * it. For counting only: whose account or invitation it is depends on the address as it is written, since a mail server may keep
 * `a+b` and `a` for two people. A text that is no address stays as it is.
 */
export const countedMailbox = (address: string): string => {
  const at = address.lastIndexOf('@')
  if (at < 1) return address
  const domain = address.slice(at + 1).toLowerCase()
  const name = address
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*/, '')
  const without = dotless[domain]
  return without ? `${name.replaceAll('.', '')}@${without}` : `${name}@${domain}`
}
