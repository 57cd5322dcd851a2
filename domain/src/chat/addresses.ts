/** Where messages can be sent. */
export const chatServices = ['slack', 'teams'] as const
export type ChatService = (typeof chatServices)[number]

export const chatServiceNames: Readonly<Record<ChatService, string>> = {
  slack: 'Slack',
  teams: 'Microsoft Teams',
}

/** Longer than any address that the services give out. */
export const CHAT_ADDRESS_MAX = 1000

const slackHosts = ['hooks.slack.com', 'hooks.slack-gov.com']

/** Workflows gives out the first; flows in Azure Logic Apps keep the second. */
const teamsHosts = ['.environment.api.powerplatform.com', '.logic.azure.com']

/** The connectors of Office 365, which stopped in May 2026. */
const retiredHosts = ['.webhook.office.com', 'outlook.office.com', 'outlook.office365.com']

const endsWith = (host: string, ends: readonly string[]): boolean =>
  ends.some(end => host === end || (end.startsWith('.') && host.endsWith(end)))

const slackProblem = ({ hostname, pathname }: URL): string | null => {
  if (endsWith(hostname, slackHosts) && pathname.startsWith('/triggers/'))
    return 'This address starts a workflow in Slack. Galley needs one of an incoming webhook: it begins with https://hooks.slack.com/services/.'
  if (endsWith(hostname, slackHosts) && /^\/services\/[^/]+\/[^/]+\/[^/]+$/.test(pathname)) return null
  return 'This is not the address of an incoming webhook in Slack: it begins with https://hooks.slack.com/services/.'
}

const teamsProblem = ({ hostname, pathname, searchParams }: URL): string | null => {
  if (endsWith(hostname, retiredHosts))
    return 'Microsoft has ended addresses of this kind. In Teams, open Workflows and choose “Send webhook alerts to a channel” to get a new one.'
  const isFlow = pathname.includes('/workflows/') && (searchParams.get('sig') ?? '') !== ''
  if (endsWith(hostname, teamsHosts) && isFlow) return null
  return 'This is not the address of a workflow in Teams. Copy it whole: it contains /workflows/ and ends with a signature.'
}

const problems = { slack: slackProblem, teams: teamsProblem } as const

/**
 * Why messages are not sent to an address, in words for the person who entered it, or null. `stand-in`: where the sandbox plays the
 * services; null in production.
 */
export const chatAddressProblem = (
  service: ChatService,
  address: string,
  standIn: string | null = null,
): string | null => {
  if (standIn !== null && address.startsWith(`${standIn}/${service}/`)) return null
  if (!URL.canParse(address)) return 'This is not a web address. Copy it whole, with https://.'
  const url = new URL(address)
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    return 'The address must begin with https://, and name no port or password.'
  return problems[service](url)
}

/** What may be shown of an address: who has it can write into the channel, so never all of it. */
export const chatAddressHint = (address: string): string => `${new URL(address).host}/…${address.slice(-4)}`
