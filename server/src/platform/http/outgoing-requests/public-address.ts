import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Names that are never public, whatever a resolver says. */
const privateNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa|onion|test|invalid)$/

/** IPv6 assigns public addresses from this block only. */
const assignedIpv6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/** Where Azure answers its own machines: a public address that only they reach. */
const azureHost = '168.63.129.16'

/**
 * Whether an IP address is a public one. Everything with a special meaning is not: this machine, private and shared networks, link-local
 * (with the metadata services of clouds), multicast, documentation, and every IPv6 form that carries an IPv4 address.
 */
export const isPublicIp = (address: string): boolean => {
  if (isIP(address) === 0 || address === azureHost) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(assignedIpv6)
}

/** The host of a URL without the brackets of an IPv6 address. */
export const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** Whether the text writes an IP address or a port in another form than the usual one, such as `0x7f.1`, `2130706433` or `:0080`. */
const isDisguised = (text: string, url: URL): boolean => {
  const [, authority = ''] = /^[a-z]+:\/\/([^/?#\\]*)/i.exec(text.trim()) ?? []
  const [, host = '', port] = /^(.*?)(?::(\d*))?$/.exec(authority) ?? []
  if (port !== undefined && !/^[1-9]\d*$/.test(port)) return true
  return isIP(bareHost(url)) !== 0 && host.toLowerCase() !== url.hostname
}

/**
 * The URL, if it may be fetched as far as its text says, else null: http or https on its usual port, a name with a dot or a public IP
 * address in its usual form, no user name. What a name resolves to is checked on connecting.
 */
export const readPublicUrl = (text: string): URL | null => {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const host = bareHost(url)
  const isPlain =
    ['http:', 'https:'].includes(url.protocol) &&
    url.port === '' &&
    url.username === '' &&
    url.password === ''
  if (!isPlain || host.endsWith('.') || isDisguised(text, url)) return null
  if (isIP(host) !== 0) return isPublicIp(host) ? url : null
  return host.includes('.') && !privateNames.test(host) ? url : null
}
