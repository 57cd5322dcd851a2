/** Names of this machine. */
const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether a URL from a network's answer is on the network's own host: the same host, or over https another one of its domain. Tokens are
 * sent to no other host.
 *
 * @param base the network's own URL, from the settings
 */
export const isOwnHost = (address: string, base: string): boolean => {
  if (!URL.canParse(address)) return false
  const [to, own] = [new URL(address), new URL(base)]
  if (to.origin === own.origin) return true
  if (loopback.includes(to.hostname) && loopback.includes(own.hostname)) return true
  const domain = own.hostname.split('.').slice(-2).join('.')
  const isName = /\.[a-z]+$/i.test(own.hostname)
  return to.protocol === 'https:' && isName && `.${to.hostname}`.endsWith(`.${domain}`)
}
